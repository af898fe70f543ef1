import { Link } from 'react-router'
import { formatDate } from '#kernel/browser/dates.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import { orderStateWord, subscriptionWord } from '#kernel/browser/order-states.ts'
import { Badge } from '#ui/base/badge.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import type { CustomerPurchase } from '../endpoints.ts'
import type { OfTenant } from './use-customers.ts'

/** A customer's purchases in the tenant's mode. Each links to its order on the dashboard. */
export function CustomerPurchases(props: { tenant: OfTenant; orders: readonly CustomerPurchase[] }) {
  const { tenant, orders } = props
  return (
    <section aria-labelledby="customer-purchases">
      <h3 id="customer-purchases" className="mb-2 flex items-center gap-3 text-small font-label">
        Purchases <ModeBadge mode={tenant.stripe_mode} />
      </h3>
      {orders.length === 0 ? (
        <p className="text-text-2">No purchases yet.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {orders.map((order) => (
            <Purchase key={order.id} order={order} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Purchase({ order }: { order: CustomerPurchase }) {
  const { label, tone } = orderStateWord(order)
  const recurring = subscriptionWord(order)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <span className="min-w-40 flex-1">
        <Link
          className="font-label wrap-anywhere hover:underline"
          to={`/studio?orders=all&order=${order.id}`}
        >
          {order.name}
          {order.quantity > 1 ? ` × ${order.quantity}` : ''}
        </Link>
        <span className="block text-small text-text-2">{formatDate(order.created_at)}</span>
      </span>
      <span className="inline-flex flex-wrap gap-1">
        <Badge tone={tone}>{label}</Badge>
        {recurring ? <Badge tone={recurring.tone}>{recurring.label}</Badge> : null}
      </span>
      <span className="min-w-20 text-right tabular-nums">
        {formatPrice(order.amount_total, order.currency)}
        {order.interval ? <span className="text-text-3"> / {order.interval}</span> : null}
        {order.amount_refunded > 0 ? (
          <span className="block text-caption text-text-3">
            {formatPrice(order.amount_refunded, order.currency)} refunded
          </span>
        ) : null}
      </span>
    </li>
  )
}
