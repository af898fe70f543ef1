import { formatDate } from '#kernel/browser/dates.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import type { Billing } from '#features/plans/endpoints.ts'

export type Held = NonNullable<Billing['held']>

/** The price and its interval: `€19.00/month`. */
export const heldPrice = ({ price_cents, currency, interval }: Held): string =>
  `${formatPrice(price_cents, currency)}/${interval}`

/** The next important date as a sentence; empty if there is none. */
export function nextDay(held: Held): string {
  if (held.plan_id === 'free') return ''
  if (held.cancel_at) return `Ends ${formatDate(held.cancel_at)}`
  if (held.status === 'trialing' && held.trial_end)
    return `Trial ends ${formatDate(held.trial_end)}, then ${heldPrice(held)}`
  if (held.status === 'past_due')
    return held.grace_ends_at ? `Access until ${formatDate(held.grace_ends_at)}` : ''
  if (held.status === 'active' && held.current_period_end)
    return `Next payment ${formatDate(held.current_period_end)}`
  return ''
}

/** Why a plan that was just chosen is not active. */
export const TRIAL_REFUSED =
  'Each person and card gets one free trial, and yours has already been used. You were not charged.'

/** A sentence on what is missing and what to do; undefined while the user has access. */
export function whatIsMissing({
  held,
  active,
  trial_refused,
}: Pick<Billing, 'held' | 'active' | 'trial_refused'>): string {
  if (active) return ''
  if (trial_refused) return `${TRIAL_REFUSED} Choose the plan again to start without a trial.`
  if (!held)
    return 'You start on Free, which costs nothing and needs no card. Confirm it, or choose a paid plan, to use your blocks.'
  if (held.status === 'unpaid' || held.status === 'past_due')
    return 'Your last payment failed. Update your card in Manage Billing to restore access.'
  if (held.status === 'incomplete')
    return 'The first payment is not complete. Finish it in Manage Billing, or choose a plan again.'
  return 'Your tenants and products are still there. Choose a plan to continue.'
}
