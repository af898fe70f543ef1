import { Badge, type BadgeTone } from '#ui/base/badge.tsx'

export type PlanId = 'free' | 'pro' | 'business'

/** Name and tone of each plan, wherever it is a badge. */
export const PLAN_BADGES: Record<PlanId, readonly [name: string, tone: BadgeTone]> = {
  free: ['Free', 'outline'],
  pro: ['Pro', 'accent'],
  business: ['Business', 'inverted'],
}

/** A plan, for example the one that a block needs in live mode. */
export function PlanBadge({ plan }: { plan: PlanId }) {
  const [name, tone] = PLAN_BADGES[plan]
  return <Badge tone={tone}>{name}</Badge>
}
