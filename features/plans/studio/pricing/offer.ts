import type { PlanRow } from '#studio/plan/plan-row.ts'

/** The current or previous plan of a creator. */
export interface HeldPlan {
  plan_id: string
  status: string
}

/** Statuses in which a paid plan grants access. */
export const ACTIVE_STATUSES: readonly string[] = ['active', 'trialing', 'past_due']

/** Whether the creator has a paid plan in good standing. */
export function holdsPaidPlan(held: HeldPlan | null | undefined): boolean {
  return held != null && held.plan_id !== 'free' && ACTIVE_STATUSES.includes(held.status)
}

/** The label and action of a plan card's button; `none` disables it. */
export interface Offer {
  label: string
  act: 'login' | 'free' | 'checkout' | 'none'
  /** Why the button is disabled. */
  reason?: string
  /** The plan starts with the free trial. */
  trial: boolean
}

export interface Buyer {
  signedIn: boolean
  held: HeldPlan | null | undefined
  /** Each user gets the free trial once. */
  trialUsed: boolean
}

/** The offer of one plan to one user. */
export function offerOf(plan: PlanRow, { signedIn, held, trialUsed }: Buyer): Offer {
  const free = plan.price_cents === 0
  const trial = !free && !trialUsed && !holdsPaidPlan(held)
  if (!signedIn) return { label: 'Log in to continue', act: 'login', trial }
  if (held?.plan_id === plan.id && ACTIVE_STATUSES.includes(held.status))
    return { label: 'Current Plan', act: 'none', reason: `You are on ${plan.name}.`, trial }
  if (holdsPaidPlan(held))
    return { label: 'Change Plan', act: 'none', reason: 'Change your plan in Manage Billing.', trial }
  if (free) return { label: 'Continue Free', act: 'free', trial }
  return { label: trial ? 'Start Free Trial' : 'Subscribe', act: 'checkout', trial }
}
