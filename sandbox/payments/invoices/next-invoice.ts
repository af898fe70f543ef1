import { idOf } from '../objects/id-of.ts'
import type { World } from '../world.ts'
import { customerOf } from '../payment-methods/customer-state.ts'
import { periodOf } from '../subscriptions/subscription-state.ts'
import type { StoredSubscription } from '../subscriptions/subscription-state.ts'

/**
 * The next invoice if nothing changes, in minor units and seconds; undefined if the subscription ends before.
 */
export function nextInvoice(
  world: World,
  stored: StoredSubscription,
): { amount: number; at: number } | undefined {
  const { data, hidden, scope } = stored
  const { end } = periodOf(data)
  if (data.cancel_at !== null && data.cancel_at <= end) return undefined
  if (!['active', 'past_due', 'trialing'].includes(data.status)) return undefined
  const items = data.items.data.reduce((sum, one) => sum + one.price.unit_amount! * (one.quantity ?? 1), 0)
  const more = hidden.pending.reduce((sum, line) => sum + line.amount, 0)
  const { balance } = customerOf(world, scope, idOf(data.customer))
  return { amount: Math.max(items + more + balance, 0), at: end }
}
