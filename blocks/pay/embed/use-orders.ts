import { useEffect, useRef, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { attendCheckout, openCheckout } from './checkout-window.ts'
import { followOrders, type OrderFollower, type OrderNews, type OrderStage } from './order-news.ts'
import { quietReceipt, readReceipts } from './receipts.ts'

export interface Orders {
  news: OrderNews[]
  /** Takes a note away; that an order is open is then not said again. */
  dismiss: (one: OrderNews) => void
  /** Follows an order whose checkout has begun in a window. */
  watch: (receipt: string, url: string, opened: Window) => void
  /**
   * Brings the window of an order's checkout to the front, or opens it again; call it inside the click.
   * @returns false when no checkout of that order is known here, or it is over
   */
  showAgain: (receipt: string) => boolean
}

interface Checkout {
  url: string
  window: Window
  stage: OrderStage
  stop: () => void
}

/** What becomes of the visitor's orders, and the windows in which their checkouts stand. */
export function useOrders(embed: EmbedApi | undefined): Orders {
  const [news, setNews] = useState<OrderNews[]>([])
  const [checkouts] = useState(() => new Map<string, Checkout>())
  const follower = useRef<OrderFollower | null>(null)

  useEffect(() => {
    if (!embed) return undefined
    const control = new AbortController()
    const { signal } = control
    const following = followOrders(embed, put, signal)
    follower.current = following
    function put(one: OrderNews) {
      const { status } = one.order
      if (status !== 'pending') {
        checkouts.get(one.key)?.stop()
        checkouts.delete(one.key)
      }
      const dismissed = readReceipts(embed!.keep).some(({ receipt, quiet }) => quiet && receipt === one.key)
      if (dismissed && (status === 'pending' || (status === 'canceled' && one.stage !== 'back'))) return
      setNews((all) => [...all.filter(({ key }) => key !== one.key), one])
    }
    void following.arrive()
    addEventListener('pageshow', (event) => event.persisted && void following.arrive(), { signal })
    // Whoever turns to this page again may have paid.
    addEventListener('focus', following.nudge, { signal })
    return () => {
      control.abort()
      for (const { stop } of checkouts.values()) stop()
    }
  }, [embed, checkouts])

  function turn(receipt: string, stage: OrderStage) {
    const checkout = checkouts.get(receipt)
    if (checkout) checkout.stage = stage
    setNews((all) => all.map((one) => (one.key === receipt ? { ...one, stage } : one)))
    follower.current?.nudge()
  }

  function watch(receipt: string, url: string, opened: Window) {
    checkouts.get(receipt)?.stop()
    const stop = attendCheckout(opened, (how) => turn(receipt, how))
    checkouts.set(receipt, { url, window: opened, stage: 'open', stop })
    turn(receipt, 'open')
    void follower.current?.watch(receipt, () => checkouts.get(receipt)?.stage ?? 'back')
  }

  function showAgain(receipt: string): boolean {
    const checkout = checkouts.get(receipt)
    if (!checkout) return false
    if (!checkout.window.closed) {
      checkout.window.focus()
      return true
    }
    const opened = openCheckout(checkout.url)
    if (opened) watch(receipt, checkout.url, opened)
    else embed!.leave(checkout.url)
    return true
  }

  function dismiss({ key, order }: OrderNews) {
    if (order.status === 'pending') quietReceipt(embed!.keep, key)
    setNews((all) => all.filter((one) => one.key !== key))
  }
  return { news, dismiss, watch, showAgain }
}
