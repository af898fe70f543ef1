import { PlanBadge, type PlanId } from '#studio/plan/plan-badge.tsx'
import type { Json } from '../kinds/read-json.ts'
import { tierOf } from '../kinds/tier.ts'

export const TierBadge = ({ data }: { data: Json }) => (
  <PlanBadge plan={tierOf(data).toLowerCase() as PlanId} />
)
