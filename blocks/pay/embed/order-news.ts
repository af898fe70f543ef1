import { useEffect, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { orderStatus, type OrderStatus, type OrderStatusRequest } from '../endpoints.ts'
import { dropReceipt, readReceipts } from './receipts.ts'

export interface OrderNews {
  key: string
  order: OrderStatus
  /** The visitor has just come back from the checkout, by our return address. */
  back: boolean
}

/** Pauses between looks at a pending order: close at first, then patient, then given up until the next visit. */
export const PAUSES_MS = [
  1500, 2000, 3000, 5000, 5000, 10_000, 15_000, 30_000, 30_000, 60_000, 60_000, 120_000,
]

/**
 * What became of the visitor's purchases: the one they come back from (a one-time code in the host page's address),
 * and those whose receipt still lies in the frame's storage because the tab was closed.
 */
export function useOrderNews(embed: EmbedApi | undefined): [OrderNews[], (key: string) => void] {
  const [news, setNews] = useState<OrderNews[]>([])
  useEffect(() => {
    if (!embed) return undefined
    const control = new AbortController()
    const put = (one: OrderNews) => setNews((all) => [...all.filter((n) => n.key !== one.key), one])
    const shown = (event: PageTransitionEvent) => event.persisted && void follow(embed, put, control.signal)
    void follow(embed, put, control.signal)
    addEventListener('pageshow', shown, { signal: control.signal })
    return () => control.abort()
  }, [embed])
  return [news, (key) => setNews((all) => all.filter((one) => one.key !== key))]
}

/** Follows every open purchase until it is settled; exported for its test. */
export async function follow(
  embed: Pick<EmbedApi, 'call' | 'keep' | 'takeCode' | 'tell'>,
  put: (news: OrderNews) => void,
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = pause,
): Promise<void> {
  const code = await embed.takeCode('order')
  const receipts = readReceipts(embed.keep)
  // The newest receipt belongs to the checkout the visitor comes back from; its code has just said more.
  const newest = code ? receipts.pop() : undefined
  await Promise.all([
    code ? settle({ code }, newest) : undefined,
    ...receipts.map((receipt) => settle({ receipt }, receipt)),
  ])

  async function settle(first: OrderStatusRequest, receipt: string | undefined): Promise<void> {
    const key = receipt ?? 'code'
    let request = first
    for (const ms of [0, ...PAUSES_MS]) {
      if (ms) await wait(ms, signal)
      if (signal.aborted) return
      const order = await embed.call(orderStatus, request).catch((why: unknown) => {
        if (why instanceof CallError && why.status === 404) return 'unknown' as const
        return undefined
      })
      if (order === 'unknown') {
        dropReceipt(embed.keep, receipt)
        return
      }
      if (!order) continue
      // The code is used up now; from here on the receipt speaks for the order.
      if (receipt) request = { receipt }
      put({ key, order, back: Boolean(code) && first.code === code })
      if (order.status === 'pending') {
        if (!receipt) return
        continue
      }
      dropReceipt(embed.keep, receipt)
      if (order.status === 'paid')
        embed.tell({
          type: 'purchase',
          item: order.item_name,
          amount: order.amount_total,
          currency: order.currency,
        })
      return
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
