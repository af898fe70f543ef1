import type { PlanRow } from '#studio/plan-row.ts'

/** The plan that a creator holds or held. */
export interface HeldPlan {
  plan_id: string
  status: string
}

/** Statuses in which a plan opens what is paid for. */
export const ACTIVE_STATUSES: readonly string[] = ['active', 'trialing', 'past_due']

/** Whether the creator has a plan that costs something and is in good standing. */
export function holdsPaidPlan(held: HeldPlan | null | undefined): boolean {
  return held != null && held.plan_id !== 'free' && ACTIVE_STATUSES.includes(held.status)
}

/** What the button of a plan card says and does; `none` takes no click. */
export interface Offer {
  label: string
  act: 'login' | 'free' | 'checkout' | 'none'
  /** Why it takes none. */
  reason?: string
  /** The plan begins with the free days. */
  trial: boolean
}

export interface Buyer {
  signedIn: boolean
  held: HeldPlan | null | undefined
  /** The free days are given once to a person. */
  trialUsed: boolean
}

/** The offer of one plan to one person. */
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
