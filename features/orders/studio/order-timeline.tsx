import { formatDateTime } from '#kernel/browser/dates.ts'
import type { OrderDetail } from '../endpoints.ts'
import { orderTimeline } from './order-events.ts'
import { useOrderLog } from './use-order.ts'
import type { Seller } from './use-orders.ts'

const DOTS = { ok: 'bg-ok', danger: 'bg-danger', usual: 'bg-control' }

/** What happened to an order, with a link to each renewal. */
export function OrderTimeline({
  seller,
  order,
  onOpen,
}: {
  seller: Seller
  order: OrderDetail
  onOpen: (orderId: string) => void
}) {
  const { data: log } = useOrderLog(seller, order.id)
  return (
    <section aria-labelledby="order-timeline">
      <h3 id="order-timeline" className="mb-3 text-small font-label">
        Timeline
      </h3>
      <ol className="relative ml-1 flex flex-col gap-3 border-l border-line pl-5">
        {orderTimeline(order, log).map(({ at, label, detail, amount, tone, orderId }, index) => (
          <li key={index} className="relative flex justify-between gap-x-4">
            <span
              aria-hidden="true"
              className={`absolute top-1.5 -left-6 size-2 rounded-full outline-2 outline-surface ${DOTS[tone ?? 'usual']}`}
            />
            <span className="min-w-0 wrap-anywhere">
              {orderId ? (
                <button type="button" className="underline" onClick={() => onOpen(orderId)}>
                  {label}
                </button>
              ) : (
                label
              )}
              {detail ? <span className="block text-small text-text-2">{detail}</span> : null}
              <time className="block text-caption text-text-3" dateTime={at}>
                {formatDateTime(at)}
              </time>
            </span>
            {amount ? <span className="flex-none tabular-nums">{amount}</span> : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
