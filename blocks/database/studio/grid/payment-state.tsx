import type { EntryPayment } from '#blocks/database/endpoints-studio.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import { Status } from '#ui/base/badge.tsx'

/** Whether an entry is paid, how much, and what was refunded. */
export function PaymentState({ entry: { state, order } }: { entry: EntryPayment }) {
  if (!order)
    return state === 'awaiting' ? <Status tone="neutral">Not paid</Status> : <Status tone="ok">Paid</Status>
  const { amount, refunded, currency, mode } = order
  const test = mode === 'test' ? ' (test)' : ''
  if (refunded >= amount && amount > 0) return <Status tone="neutral">{`Refunded${test}`}</Status>
  const paid = `Paid ${formatPrice(amount, currency)}${test}`
  return (
    <Status tone={state === 'refused' ? 'danger' : 'ok'}>
      {refunded > 0 ? `${paid}, ${formatPrice(refunded, currency)} refunded` : paid}
    </Status>
  )
}
