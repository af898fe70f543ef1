import { useEffect, useRef, useState } from 'react'
import type { InnerEnd, InnerFrameCallbacks } from '#features/orders/embed/inner-frame.ts'
import { makeAttempts } from '#kernel/browser/attempts.ts'
import { CallError, refusalWords } from '#kernel/browser/call.ts'
import {
  checkoutAddress,
  openCheckout,
  watchCheckoutWindow,
} from '#kernel/browser/checkout/checkout-window.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import {
  type Bought,
  buyTickets,
  type Cart,
  type Holder,
  ownCart,
  readCart,
} from '#blocks/tickets/endpoints.ts'
import type { TicketsPageData } from '../data-types.ts'
import { keepCart, keptCart, ownTokenOf } from '../kept-cart.ts'
import { texts } from './texts/spoken.ts'

/**
 * Where the buyer is. `opening`: the checkout is being made. `here`: it is visible in the block. `window`: it is open in a window.
 * `back`: the buyer came from it, and the payment is being confirmed. `left`: it was closed.
 */
export type PaymentStage = 'form' | 'opening' | 'here' | 'window' | 'back' | 'left'

export interface Buyer {
  email: string
  holders: Holder[]
}

export interface Payment {
  cart: Cart
  stage: PaymentStage
  problem: string
  /** The checkout to render in the block, hidden until it is shown. */
  here: { key: number; ears: Omit<InnerFrameCallbacks, 'height'> } | null
  /** Call it inside the click handler. */
  buy: (buyer: Buyer) => void
  /** Brings the window with the checkout to the front. Call it inside the click handler. */
  showWindow: () => void
  /** Reads the cart again. */
  look: () => Promise<void>
}

interface PaymentOptions {
  data: TicketsPageData
  first: Cart
  embed: EmbedApi
  /** The seats of the cart are returned. */
  onEnded: (why: string) => void
}

/** Milliseconds between two reads of the cart while its checkout is open, and after the buyer came back. */
const OPEN_MS = 5000
const BACK_MS = 1500

/** Buys a cart: its checkout in the block, else in a window, else in place of the host page. Free tickets need none. */
export function usePayment({ data, first, embed, onEnded }: PaymentOptions): Payment {
  const [cart, setCart] = useState(first)
  const [stage, setStage] = useState<PaymentStage>(first.state === 'ordered' ? 'left' : 'form')
  const [problem, setProblem] = useState('')
  const [here, setHere] = useState<Payment['here']>(null)
  const [attempt] = useState(makeAttempts)
  const state = useRef({
    framesWork: data.overlay,
    count: 0,
    opened: undefined as Window | undefined,
    url: '',
  })
  const token = useRef(first.cart)
  // The host page's origin until it has sent its full address.
  const hostPage = useRef(data.parentOrigin ? `${data.parentOrigin}/` : '')
  const isFramed = () => data.parentOrigin !== null && parent !== window
  const receipts = () => keptCart(embed.keep, first.event_id)?.receipts ?? []

  useEffect(() => {
    void embed.host().then(({ pageUrl }) => (hostPage.current = pageUrl))
  }, [embed])

  async function look(done = stage === 'back' || stage === 'left') {
    const receipt = receipts().at(-1)
    try {
      const next = await embed.call(readCart, {
        cart: token.current,
        ...(receipt && { receipt, ...(done && { done: true as const }) }),
      })
      setCart(next)
      if (next.state === 'done') setHere(null)
      // A payment that came too late is decided by the server: seats or the whole amount back.
      if (next.state === 'ended') onEnded(receipt ? texts.refunded : texts.over)
      // The checkout ended without a payment, and the seats are still held.
      if (next.state === 'held' && stage !== 'opening' && stage !== 'here') setStage('form')
    } catch (why) {
      if (why instanceof CallError && why.code === 'cart_ended') onEnded(texts.over)
    }
  }

  const isFollowed = cart.state === 'ordered' || stage === 'here' || stage === 'window' || stage === 'back'
  useEffect(() => {
    if (!isFollowed || cart.state === 'done') return undefined
    const timer = setInterval(() => void look(), stage === 'back' ? BACK_MS : OPEN_MS)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `look` reads the same values
  }, [isFollowed, cart.state, stage])

  useEffect(() => {
    // A laptop that slept, or a buyer who returns from another tab.
    const turned = () => document.visibilityState === 'visible' && void look()
    document.addEventListener('visibilitychange', turned)
    return () => document.removeEventListener('visibilitychange', turned)
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [stage])

  /** The sender of a link must not read what its cart buys. */
  async function takeOver() {
    const own = ownTokenOf(embed.keep, first.event_id, token.current)
    if (!own) return
    setCart(await embed.call(ownCart, { cart: token.current, own }))
    token.current = own
    keepCart(embed.keep, first.event_id, { cart: own, receipts: receipts() })
  }

  /** A retry with identical input, after a lost response, is the same purchase. */
  async function start(buyer: Buyer, page_url: string, ui: 'page' | 'embedded'): Promise<Bought> {
    const earlier = receipts()
    await takeOver()
    const input = {
      cart: token.current,
      ...buyer,
      page_url,
      ui,
      ...(earlier.length > 0 && { instead_of: earlier }),
      locale: document.documentElement.lang,
    }
    const bought = await attempt(JSON.stringify(input), (idempotencyKey) =>
      embed.call(buyTickets, input, { idempotencyKey }),
    )
    if (bought.receipt)
      keepCart(embed.keep, first.event_id, {
        cart: token.current,
        receipts: [...earlier, bought.receipt].slice(-10),
      })
    return bought
  }

  function fail(why: unknown) {
    setStage('form')
    setHere(null)
    setProblem(refusalWords(why, texts.errors))
    void look()
  }

  function buy(buyer: Buyer) {
    setProblem('')
    setStage('opening')
    // The sample has no checkout.
    if (first.total_cents === 0 || data.sample !== undefined) return void getFree(buyer)
    return state.current.framesWork && isFramed() ? buyHere(buyer) : void buyInWindow(buyer)
  }

  async function getFree(buyer: Buyer) {
    try {
      const { pageUrl } = await embed.host()
      await start(buyer, pageUrl, 'page')
      await look()
    } catch (why) {
      fail(why)
    }
  }

  function buyHere(buyer: Buyer) {
    const key = ++state.current.count
    setHere({
      key,
      ears: {
        async begin() {
          // If a bank takes over the whole page, it returns here.
          const { pageUrl } = await embed.host()
          return (await start(buyer, pageUrl, 'embedded')).embedded!
        },
        shown: () => setStage('here'),
        over: (how, why) => state.current.count === key && endHere(buyer, how, why),
      },
    })
  }

  function endHere(buyer: Buyer, how: InnerEnd, why: unknown) {
    setHere(null)
    const refused = why instanceof CallError && why.code === 'not_embeddable'
    if (how === 'unable' || refused) {
      state.current.framesWork = false
      return void buyInWindow(buyer)
    }
    if (how === 'failed') return fail(why)
    setStage(how === 'complete' ? 'back' : 'left')
    return void look(true)
  }

  async function buyInWindow(buyer: Buyer) {
    // Browsers allow popups only inside the click handler or shortly after, so open it before the first await.
    const address = checkoutAddress(data.tenant!.public_key, hostPage.current)
    const opened = isFramed() ? openCheckout(address) : undefined
    try {
      const { pageUrl } = await embed.host()
      const { url } = await start(buyer, opened ? address : pageUrl, 'page')
      if (!opened) return embed.leave(url!)
      if (!opened.closed) opened.location.replace(url!)
      Object.assign(state.current, { opened, url })
      watchCheckoutWindow(opened, setStage)
      setStage('window')
      void look()
    } catch (why) {
      opened?.close()
      fail(why)
    }
  }

  function showWindow() {
    const { opened, url } = state.current
    if (opened && !opened.closed) opened.focus()
    else if (!openCheckout(url)) embed.leave(url)
  }

  return { cart, stage, problem, here, buy, showWindow, look }
}
