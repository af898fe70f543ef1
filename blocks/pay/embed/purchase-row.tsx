import { day, money, number } from '#kernel/browser/local.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import type { Purchase } from '../endpoints.ts'
import { texts } from './texts/spoken.ts'

const RUNNING = ['active', 'trialing', 'past_due']

export interface PurchaseRowProps {
  purchase: Purchase
  /** The action in progress in any row. */
  busy: string
  onReceipt: () => void
  onManage: () => void
}

/** One purchase: product, date, amount and status. */
export function PurchaseRow({ purchase, busy, onReceipt, onManage }: PurchaseRowProps) {
  const { id, status, item_name: name, quantity, currency, interval, amount_refunded: back } = purchase
  const copy = texts.mine
  const runs = RUNNING.includes(purchase.subscription_status ?? '')
  const end = purchase.current_period_end
  return (
    <li>
      <div>
        <h3>
          <bdi>{name}</bdi>
          {quantity > 1 ? ` × ${number(quantity)}` : ''}
        </h3>
        <p>
          {day(purchase.created_at)}, {money(purchase.amount_total, currency)}
          {interval ? ` ${texts.every[interval]}` : ''}
        </p>
        {runs && end ? <p>{(purchase.cancel_at_period_end ? copy.ends : copy.renews)(day(end))}</p> : null}
        {back > 0 && status !== 'refunded' ? <p>{copy.partly(money(back, currency))}</p> : null}
      </div>
      <div className="pay-mine-acts">
        {purchase.subscription_status === 'past_due' ? (
          <Badge tone="danger">{copy.pastDue}</Badge>
        ) : (
          <Badge tone={status === 'paid' ? 'ok' : 'neutral'}>{copy.states[status]}</Badge>
        )}
        <Button
          size="small"
          aria-label={`${copy.receipt}: ${name}`}
          busy={busy === `receipt ${id}`}
          onClick={onReceipt}
        >
          {copy.receipt}
        </Button>
        {interval && runs ? (
          <Button
            size="small"
            aria-label={`${copy.manage}: ${name}`}
            busy={busy === `manage ${id}`}
            onClick={onManage}
          >
            {copy.manage}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
