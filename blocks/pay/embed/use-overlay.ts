import { type FunctionComponent, useEffect, useRef, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbeddedCheckout } from '../endpoints.ts'
import type { CheckoutHereProps } from './checkout-here.tsx'
import type { PayItem } from './data-types.ts'
import type { InnerEnd } from './inner-frame.ts'

/** A purchase whose checkout may stand in the block. */
export interface FramedPurchase {
  receipt: string
  checkout: EmbeddedCheckout
}

interface Asked {
  item: PayItem
  quantity: number
  /** Where the buyer pressed, and goes back to. */
  button: HTMLElement
  /** Starts the purchase, or knows it already. */
  begin: () => Promise<FramedPurchase>
}

export interface OverlayEars {
  shown: (asked: Asked, purchase: FramedPurchase) => void
  /** @param purchase undefined when it came to none */
  over: (asked: Asked, how: InnerEnd, purchase?: FramedPurchase, why?: unknown) => void
}

export interface Overlay {
  /** Called in the place of the block's content; null while nothing is bought here. */
  here: {
    View: FunctionComponent<CheckoutHereProps>
    key: number
    props: Omit<CheckoutHereProps, 'publicKey'>
    /** To where the buyer pressed. */
    goBack: () => void
  } | null
  /** It can be seen: what else the block holds steps back. */
  covers: boolean
  /** False once the provider's script did not come: from then on windows are opened, inside the click. */
  works: () => boolean
  open: (asked: Asked) => void
  /** Its order is settled, whoever said so. */
  settle: (receipt: string) => void
}

/** The checkout that stands in the block itself; one at a time. */
export function useOverlay(ears: OverlayEars): Overlay {
  const [here, setHere] = useState<Overlay['here']>(null)
  const [covers, setCovers] = useState(false)
  const state = useRef({ works: true, count: 0, settle: (_receipt: string) => {} })

  // After it has gone: only then the button is there again.
  useEffect(() => here?.goBack, [here])

  function leave() {
    state.current.count++
    state.current.settle = () => {}
    setHere(null)
    setCovers(false)
  }

  async function open(asked: Asked) {
    const key = ++state.current.count
    const known: { purchase?: FramedPurchase } = {}
    const over = (how: InnerEnd, why?: unknown) => {
      if (state.current.count !== key) return
      const refused = why instanceof CallError && why.code === 'not_embeddable'
      const end = refused ? 'unable' : how
      if (end === 'unable') state.current.works = false
      leave()
      ears.over(asked, end, known.purchase, why)
    }
    try {
      const { CheckoutHere } = await import('./checkout-here.tsx')
      if (state.current.count !== key) return
      const props = {
        name: asked.item.name,
        begin: async () => (known.purchase ??= await asked.begin()).checkout,
        shown() {
          state.current.settle = (receipt) => receipt === known.purchase!.receipt && over('complete')
          setCovers(true)
          ears.shown(asked, known.purchase!)
        },
        over,
      }
      setHere({ View: CheckoutHere, key, props, goBack: () => asked.button.focus() })
    } catch {
      over('unable')
    }
  }

  return {
    here,
    covers,
    works: () => state.current.works,
    open: (asked) => void open(asked),
    settle: (receipt) => state.current.settle(receipt),
  }
}
