import { useEffect, useRef, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { watchCheckoutWindow, openCheckout } from '#kernel/browser/checkout/checkout-window.ts'
import { followOrders, type OrderFollower, type OrderUpdate, type OrderStage } from './follow-orders.ts'
import { muteReceipt, readReceipts } from './receipts.ts'

export interface Orders {
  news: OrderUpdate[]
  /** Removes a note. A note that an order is open does not return. */
  dismiss: (one: OrderUpdate) => void
  /** Shows nothing more about a checkout that another one has replaced. */
  forget: (receipt: string) => void
  /** Follows an order whose checkout was opened in a window. */
  watch: (receipt: string, url: string, opened: Window) => void
  /** Follows an order whose checkout is open in the block; `show` brings it back. */
  watchHere: (receipt: string, show: () => void) => void
  /** Updates the stage of an order's checkout. */
  turn: (receipt: string, stage: OrderStage) => void
  /**
   * Brings an order's checkout to the front, or opens it again. Call it inside the click handler.
   * @returns false when no checkout of that order is known here, or it has ended
   */
  showAgain: (receipt: string) => boolean
  /** The receipts whose checkouts are known here and have not ended. */
  open: () => string[]
}

interface Checkout {
  stage: OrderStage
  show: () => void
  stop: () => void
}

/** The notes about the visitor's orders, and the stages of their checkouts. */
export function useOrders(embed: EmbedApi | undefined): Orders {
  const [news, setNews] = useState<OrderUpdate[]>([])
  const [checkouts] = useState(() => new Map<string, Checkout>())
  const [stops] = useState(() => new Set<() => void>())
  const follower = useRef<OrderFollower | null>(null)

  useEffect(() => {
    if (!embed) return undefined
    const control = new AbortController()
    const { signal } = control
    const following = followOrders(embed, put, signal)
    follower.current = following
    function put(one: OrderUpdate) {
      const { status } = one.order
      // Do not stop listening to its window, which may still be returning and waits for a reply before it
      // closes.
      if (status !== 'pending') checkouts.delete(one.key)
      const silent = one.stage === 'here' || one.stage === 'dismissed'
      if (silent && status === 'pending') return
      const quiet = readReceipts(embed!.keep).some((kept) => kept.quiet && kept.receipt === one.key)
      // A checkout that was closed a moment ago is quiet only on later visits.
      if (quiet && status === 'pending' && one.stage !== 'closed') return
      if (quiet && status === 'canceled' && one.stage !== 'back') return
      setNews((all) => [...all.filter(({ key }) => key !== one.key), one])
    }
    void following.arrive()
    addEventListener('pageshow', (event) => event.persisted && void following.arrive(), { signal })
    // A buyer who returns to this page may have paid.
    addEventListener('focus', following.nudge, { signal })
    return () => {
      control.abort()
      for (const stop of stops) stop()
    }
  }, [embed, checkouts, stops])

  function turn(receipt: string, stage: OrderStage) {
    const checkout = checkouts.get(receipt)
    if (checkout) checkout.stage = stage
    setNews((all) =>
      all
        .map((one) => (one.key === receipt ? { ...one, stage } : one))
        // Opened again in the block, which shows no note beside its checkout.
        .filter((one) => one.stage !== 'here' || one.order.status !== 'pending'),
    )
    follower.current?.nudge()
  }

  function watch(receipt: string, url: string, opened: Window) {
    const show = () => {
      if (!opened.closed) return opened.focus()
      const again = openCheckout(url)
      if (again) watch(receipt, url, again)
      else embed!.leave(url)
    }
    const stop = watchCheckoutWindow(opened, (how) => turn(receipt, how))
    stops.add(stop)
    follow(receipt, { stage: 'open', show, stop })
  }

  const watchHere = (receipt: string, show: () => void) =>
    follow(receipt, { stage: 'here', show, stop: () => {} })

  function follow(receipt: string, checkout: Checkout) {
    checkouts.get(receipt)?.stop()
    checkouts.set(receipt, checkout)
    turn(receipt, checkout.stage)
    void follower.current?.watch(receipt, () => checkouts.get(receipt)?.stage ?? 'back')
  }

  function showAgain(receipt: string): boolean {
    const checkout = checkouts.get(receipt)
    checkout?.show()
    return checkout !== undefined
  }

  function dismiss({ key, order }: OrderUpdate) {
    if (order.status === 'pending') {
      muteReceipt(embed!.keep, key)
      const checkout = checkouts.get(key)
      if (checkout?.stage === 'closed') checkout.stage = 'dismissed'
    }
    setNews((all) => all.filter((one) => one.key !== key))
  }
  function forget(receipt: string) {
    checkouts.get(receipt)?.stop()
    muteReceipt(embed!.keep, receipt)
    turn(receipt, 'dismissed')
    setNews((all) => all.filter(({ key }) => key !== receipt))
  }
  return { news, dismiss, forget, watch, watchHere, turn, showAgain, open: () => [...checkouts.keys()] }
}
