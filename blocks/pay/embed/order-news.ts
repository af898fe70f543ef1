import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { orderStatus, type OrderStatus, type OrderStatusRequest } from '../endpoints.ts'
import { dropReceipt, readReceipts } from './receipts.ts'
import { firstTelling } from './told-orders.ts'

/**
 * How its buyer comes to hear of an order. `back`: just come from the checkout; `open`: its checkout stands in a window
 * of its own; `left`: that window is gone; `earlier`: started on an earlier visit; `here`: its checkout stands in the
 * block; `closed`: its buyer closed that one. Of the last two nothing need be said while the order is open.
 */
export type OrderStage = ToldStage | 'here' | 'closed'
export type ToldStage = 'back' | 'open' | 'left' | 'earlier'

export interface OrderNews {
  key: string
  order: OrderStatus
  stage: OrderStage
}

/** Pauses between looks at a pending order: close at first, then patient, then given up until the next visit. */
export const PAUSES_MS = [
  1500, 2000, 3000, 5000, 5000, 10_000, 15_000, 30_000, 30_000, 60_000, 60_000, 120_000,
]

/** Between looks while the checkout stands in a window beside this page. */
const OPEN_MS = 4000

export interface OrderFollower {
  /** Follows the order the visitor comes back from, by the code in the host page's address, and those left open here. */
  arrive(): Promise<void>
  /** Follows an order whose checkout stands in a window or in the block; `stage` tells at each look how that is. */
  watch(receipt: string, stage: () => OrderStage): Promise<void>
  /** Looks again at once: something has happened over there. */
  nudge: () => void
}

/**
 * Finds out what becomes of the visitor's orders until each is settled, and tells the host page of what was bought,
 * once an order.
 * @param put shows the news of an order, in the place of earlier news with its key
 */
export function followOrders(
  embed: Pick<EmbedApi, 'call' | 'keep' | 'takeCode' | 'tell'>,
  put: (news: OrderNews) => void,
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = pause,
): OrderFollower {
  const followed = new Set<string>()
  let nudges = new AbortController()

  async function arrive(): Promise<void> {
    const code = await embed.takeCode('order')
    const receipts = readReceipts(embed.keep).map(({ receipt }) => receipt)
    // The newest receipt belongs to the checkout the visitor comes back from; its code has just said more.
    const newest = code ? receipts.pop() : undefined
    await Promise.all([
      code ? settle({ code }, newest, () => 'back', [0, ...PAUSES_MS]) : undefined,
      ...receipts.map((receipt) => settle({ receipt }, receipt, () => 'earlier', [0, ...PAUSES_MS])),
    ])
  }

  async function settle(
    first: OrderStatusRequest,
    receipt: string | undefined,
    stage: () => OrderStage,
    pauses: Iterable<number>,
  ): Promise<void> {
    const key = receipt ?? 'code'
    if (followed.has(key)) return
    followed.add(key)
    let request = first
    let how = stage
    for (const ms of pauses) {
      if (ms) await wait(ms, AbortSignal.any([signal, nudges.signal]))
      if (signal.aborted) break
      // Its buyer is done there, and no return address of ours may have been told.
      const asked = !first.code && how() === 'back' ? { ...request, done: true as const } : request
      const order = await embed.call(orderStatus, asked).catch((why: unknown) => {
        if (why instanceof CallError && why.status === 404) return 'unknown' as const
        return undefined
      })
      if (order === 'unknown' && request.code && receipt) {
        // The code of another tenant whose blocks stand on this page too: what this one began is not over by that.
        request = { receipt }
        how = () => 'earlier'
        continue
      }
      if (order === 'unknown') {
        dropReceipt(embed.keep, receipt)
        break
      }
      if (!order) continue
      // The code is used up now; from here on the receipt speaks for the order.
      if (receipt) request = { receipt }
      put({ key, order, stage: how() })
      if (order.status === 'pending') {
        if (!receipt) break
        continue
      }
      dropReceipt(embed.keep, receipt)
      if (order.status === 'paid' && firstTelling(order.order_id))
        embed.tell({
          type: 'purchase',
          item: order.item_name,
          amount: order.amount_total,
          currency: order.currency,
        })
      break
    }
    followed.delete(key)
  }

  return {
    arrive,
    watch: (receipt, stage) => settle({ receipt }, receipt, stage, whileOpen(stage)),
    nudge() {
      nudges.abort()
      nudges = new AbortController()
    },
  }
}

function* whileOpen(stage: () => OrderStage): Generator<number> {
  yield 0
  while (stage() === 'open' || stage() === 'here') yield OPEN_MS
  yield* PAUSES_MS
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
