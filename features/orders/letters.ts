import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { queueEmail } from '#kernel/mail/letter-jobs.ts'

/** The columns of an order whose changes are reported by email. */
export interface ReportedState {
  status: string
  amount_refunded: number
  refund_failed: boolean
  dispute_status: string | null
  subscription_status: string | null
}

/** Emails about orders, named after what happened and who receives them. */
export type OrderLetter =
  | 'order-paid-buyer'
  | 'order-paid-seller'
  | 'order-refunded-buyer'
  | 'order-refund-failed-seller'
  | 'order-disputed-seller'
  | 'order-payment-failed-buyer'
  | 'order-ended-buyer'

/**
 * Queues the emails about a change in the transaction that makes the change. Each change is reported once, no
 * matter how often the provider repeats it.
 */
export async function queueOrderEmails(
  kernel: Pick<Kernel, 'jobs'>,
  db: Db,
  before: ReportedState & { tenant_id: string; id: string },
  after: ReportedState,
): Promise<void> {
  const ids = { tenant: before.tenant_id, order: before.id }
  for (const letter of lettersFor(before, after)) await queueEmail(kernel, db, letter, ids)
}

/** Lists the emails that a change causes. */
export function lettersFor(before: ReportedState, after: ReportedState): OrderLetter[] {
  const letters: OrderLetter[] = []
  const wasPaid = before.status === 'paid' || before.status === 'refunded'
  if (!wasPaid && after.status === 'paid') letters.push('order-paid-buyer', 'order-paid-seller')
  if (after.amount_refunded > before.amount_refunded) letters.push('order-refunded-buyer')
  if (after.refund_failed && !before.refund_failed) letters.push('order-refund-failed-seller')
  if (after.dispute_status && !before.dispute_status) letters.push('order-disputed-seller')
  const [was, is] = [before.subscription_status, after.subscription_status]
  if (is === 'past_due' && was !== 'past_due') letters.push('order-payment-failed-buyer')
  if (was && is !== was && (is === 'canceled' || is === 'unpaid')) letters.push('order-ended-buyer')
  return letters
}
