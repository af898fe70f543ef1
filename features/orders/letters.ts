import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { queueLetter } from '#kernel/mail/letter-jobs.ts'

/** What of an order people are told about when it changes. */
export interface Told {
  status: string
  amount_refunded: number
  refund_failed: boolean
  dispute_status: string | null
  subscription_status: string | null
}

/** Letters about orders, by whom they are for and what happened. */
export type OrderLetter =
  | 'order-paid-buyer'
  | 'order-paid-seller'
  | 'order-refunded-buyer'
  | 'order-refund-failed-seller'
  | 'order-disputed-seller'
  | 'order-payment-failed-buyer'
  | 'order-ended-buyer'

/**
 * Queues the letters of a change in the transaction that makes it: each change is told once, however often the
 * provider speaks of it.
 */
export async function tellOfChange(
  kernel: Pick<Kernel, 'jobs'>,
  db: Db,
  before: Told & { tenant_id: string; id: string },
  after: Told,
): Promise<void> {
  const ids = { tenant: before.tenant_id, order: before.id }
  for (const letter of lettersFor(before, after)) await queueLetter(kernel, db, letter, ids)
}

/** Which letters a change makes. */
export function lettersFor(before: Told, after: Told): OrderLetter[] {
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
