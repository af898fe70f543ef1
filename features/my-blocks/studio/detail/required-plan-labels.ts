import { REQUIRED_PLANS, type RequiredPlan } from '#features/my-blocks/kinds/access.ts'

/** A description of each required plan. */
export const REQUIRED_PLAN_LABELS: Record<RequiredPlan, { name: string; text: string }> = {
  free: { name: 'Free', text: 'Available on every plan' },
  pro: { name: 'Pro', text: 'Available on Pro and Business' },
  business: { name: 'Business', text: 'Available on Business' },
}

/**
 * Whether the creator's current plan opens a block that requires `required`; a day pass counts as Business.
 */
export function planIsEnough(
  held: { active: boolean; plan: string; dayPass: boolean },
  required: RequiredPlan,
): boolean {
  if (!held.active) return false
  if (held.dayPass || required === 'free') return true
  return REQUIRED_PLANS.findIndex((id) => id === held.plan) >= REQUIRED_PLANS.indexOf(required)
}
