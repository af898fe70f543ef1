import { REQUIRED_PLANS, type RequiredPlan } from '#features/my-blocks/kinds/access.ts'

/** What each required plan means, in words. */
export const PLAN_WORDS: Record<RequiredPlan, { name: string; text: string }> = {
  free: { name: 'Free', text: 'Open with every plan' },
  pro: { name: 'Pro', text: 'Open while you have Pro or Business' },
  business: { name: 'Business', text: 'Open while you have Business' },
}

/** Whether what somebody holds now opens a block that asks for `required`; a day pass gives what Business gives. */
export function planIsEnough(
  held: { active: boolean; plan: string; dayPass: boolean },
  required: RequiredPlan,
): boolean {
  if (!held.active) return false
  if (held.dayPass || required === 'free') return true
  return REQUIRED_PLANS.findIndex((id) => id === held.plan) >= REQUIRED_PLANS.indexOf(required)
}
