import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { orderStatus, type OrderStatus, type OrderStatusRequest } from '../endpoints.ts'
import { removeReceipt, readReceipts } from './receipts.ts'
import { markReported } from './reported-orders.ts'

/**
 * Where the buyer is while the order is followed. `back`: just returned from the checkout; `open`: the
 * checkout is open in its own window; `left`: that window was closed; `earlier`: the order is from an earlier
 * visit; `closed`: the buyer closed the checkout that was open in the block; `here`: that one is open;
 * `dismissed`: the buyer has read that it was closed, or another checkout has replaced it. The last two show no
 * note while the order is pending.
 */
export type OrderStage = VisibleStage | 'closed' | 'here' | 'dismissed'
export type VisibleStage = 'back' | 'open' | 'left' | 'earlier'

export interface OrderUpdate {
  key: string
  order: OrderStatus
  stage: OrderStage
}

/**
 * Delays between queries of a pending order: short at first, then longer. After the last one, polling stops
 * until the next visit.
 */
export const POLL_DELAYS_MS = [
  1500, 2000, 3000, 5000, 5000, 10_000, 15_000, 30_000, 30_000, 60_000, 60_000, 120_000,
]

/** Delay between queries while the checkout is open in a window beside this page. */
const OPEN_MS = 4000

export interface OrderFollower {
  /** Follows the order from the code in the host page's address, and the orders left open in this browser. */
  arrive(): Promise<void>
  /** Follows an order whose checkout is open in a window or in the block. `stage` is called at each query. */
  watch(receipt: string, stage: () => OrderStage): Promise<void>
  /** Queries again at once, because something happened in the checkout. */
  nudge: () => void
}

/**
 * Follows the visitor's orders until each is settled, and reports each paid order to the host page once.
 * @param put shows the news of an order and replaces earlier news with the same key
 */
export function followOrders(
  embed: Pick<EmbedApi, 'call' | 'keep' | 'takeCode' | 'tell'>,
  put: (news: OrderUpdate) => void,
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = pause,
): OrderFollower {
  const followed = new Set<string>()
  let nudges = new AbortController()

  async function arrive(): Promise<void> {
    const code = await embed.takeCode('order')
    const receipts = readReceipts(embed.keep).map(({ receipt }) => receipt)
    // The newest receipt belongs to the checkout the visitor returns from, whose code already identifies the
    // order.
    const newest = code ? receipts.pop() : undefined
    await Promise.all([
      code ? settle({ code }, newest, () => 'back', [0, ...POLL_DELAYS_MS]) : undefined,
      ...receipts.map((receipt) => settle({ receipt }, receipt, () => 'earlier', [0, ...POLL_DELAYS_MS])),
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
      // The buyer is done, but the provider may not know our return URL.
      const query = !first.code && how() === 'back' ? { ...request, done: true as const } : request
      const order = await embed.call(orderStatus, query).catch((why: unknown) => {
        if (why instanceof CallError && why.status === 404) return 'unknown' as const
        return undefined
      })
      if (order === 'unknown' && request.code && receipt) {
        // The code belongs to another tenant with blocks on this page. The order that was started here is
        // still open.
        request = { receipt }
        how = () => 'earlier'
        continue
      }
      if (order === 'unknown') {
        removeReceipt(embed.keep, receipt)
        break
      }
      if (!order) continue
      // The code is used up; from now on use the receipt.
      if (receipt) request = { receipt }
      put({ key, order, stage: how() })
      if (order.status === 'pending') {
        if (!receipt) break
        continue
      }
      removeReceipt(embed.keep, receipt)
      if (order.status === 'paid' && markReported(order.order_id))
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
  yield* POLL_DELAYS_MS
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
