import { type FunctionComponent, useEffect, useRef, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { CheckoutHereProps } from '#features/orders/embed/checkout-here.tsx'
import type { InnerEnd } from '#features/orders/embed/inner-frame.ts'
import type { EmbeddedCheckout } from '#features/orders/endpoints.ts'
import type { PayItem } from './data-types.ts'
import { texts } from './texts/spoken.ts'

/** A purchase whose checkout can be shown in the block. */
export interface FramedPurchase {
  receipt: string
  checkout: EmbeddedCheckout
}

interface CheckoutRequest {
  item: PayItem
  quantity: number
  /** The button that was pressed. It gets the focus back. */
  button: HTMLElement
  /** Starts the purchase, or returns the one already started. */
  begin: () => Promise<FramedPurchase>
}

export interface OverlayCallbacks {
  shown: (request: CheckoutRequest, purchase: FramedPurchase) => void
  /** @param purchase undefined when none was started */
  over: (request: CheckoutRequest, how: InnerEnd, purchase?: FramedPurchase, why?: unknown) => void
}

export interface Overlay {
  /** The checkout to show in place of the block's content; null when none is open. */
  here: {
    View: FunctionComponent<CheckoutHereProps>
    key: number
    props: Omit<CheckoutHereProps, 'publicKey'>
    /** Moves focus back to the pressed button. */
    goBack: () => void
  } | null
  /** Whether the checkout is visible, so that the rest of the block is hidden. */
  covers: boolean
  /**
   * False once the provider's script failed to load. From then on checkouts open in windows, inside the click
   * handler.
   */
  works: () => boolean
  open: (request: CheckoutRequest) => void
  /** Ends the checkout when its order is settled, by whatever source. */
  settle: (receipt: string) => void
}

/** The checkout that opens in the block itself. One at a time. */
export function useOverlay(ears: OverlayCallbacks): Overlay {
  const [here, setHere] = useState<Overlay['here']>(null)
  const [covers, setCovers] = useState(false)
  const state = useRef({ works: true, count: 0, settle: (_receipt: string) => {} })

  // Runs after the checkout is removed, because the button is visible only then.
  useEffect(() => here?.goBack, [here])

  function leave() {
    state.current.count++
    state.current.settle = () => {}
    setHere(null)
    setCovers(false)
  }

  async function open(request: CheckoutRequest) {
    const key = ++state.current.count
    const known: { purchase?: FramedPurchase } = {}
    const over = (how: InnerEnd, why?: unknown) => {
      if (state.current.count !== key) return
      const refused = why instanceof CallError && why.code === 'not_embeddable'
      const end = refused ? 'unable' : how
      if (end === 'unable') state.current.works = false
      leave()
      ears.over(request, end, known.purchase, why)
    }
    try {
      const { CheckoutHere } = await import('#features/orders/embed/checkout-here.tsx')
      if (state.current.count !== key) return
      const props = {
        title: texts.checkoutOf(request.item.name),
        close: texts.close,
        begin: async () => (known.purchase ??= await request.begin()).checkout,
        shown() {
          state.current.settle = (receipt) => receipt === known.purchase!.receipt && over('complete')
          setCovers(true)
          ears.shown(request, known.purchase!)
        },
        over,
      }
      setHere({ View: CheckoutHere, key, props, goBack: () => request.button.focus() })
    } catch {
      over('unable')
    }
  }

  return {
    here,
    covers,
    works: () => state.current.works,
    open: (request) => void open(request),
    settle: (receipt) => state.current.settle(receipt),
  }
}
