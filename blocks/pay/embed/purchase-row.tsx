import { formatDate } from '#kernel/browser/dates.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import type { Purchase } from '../endpoints.ts'
import { texts } from './texts/en.ts'

const RUNNING = ['active', 'trialing', 'past_due']

export interface PurchaseRowProps {
  purchase: Purchase
  /** What is being asked for, in some row. */
  busy: string
  onReceipt: () => void
  onManage: () => void
}

/** One purchase: what, when, for how much, and how it stands. */
export function PurchaseRow({ purchase, busy, onReceipt, onManage }: PurchaseRowProps) {
  const { id, status, item_name: name, quantity, currency, interval, amount_refunded: back } = purchase
  const words = texts.mine
  const runs = RUNNING.includes(purchase.subscription_status ?? '')
  const end = purchase.current_period_end
  return (
    <li>
      <div>
        <h3>
          {name}
          {quantity > 1 ? ` × ${quantity}` : ''}
        </h3>
        <p>
          {formatDate(purchase.created_at)}, {formatPrice(purchase.amount_total, currency)}
          {interval ? ` ${texts.every[interval]}` : ''}
        </p>
        {runs && end ? (
          <p>{(purchase.cancel_at_period_end ? words.ends : words.renews)(formatDate(end))}</p>
        ) : null}
        {back > 0 && status !== 'refunded' ? <p>{words.partly(formatPrice(back, currency))}</p> : null}
      </div>
      <div className="pay-mine-acts">
        <Badge tone={status === 'paid' ? 'ok' : 'neutral'}>
          {purchase.subscription_status === 'past_due' ? words.pastDue : words.states[status]}
        </Badge>
        {status === 'pending' ? null : (
          <Button
            size="small"
            aria-label={`${words.receipt}: ${name}`}
            busy={busy === `receipt ${id}`}
            onClick={onReceipt}
          >
            {words.receipt}
          </Button>
        )}
        {interval && runs ? (
          <Button
            size="small"
            aria-label={`${words.manage}: ${name}`}
            busy={busy === `manage ${id}`}
            onClick={onManage}
          >
            {words.manage}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
