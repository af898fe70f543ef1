import { Link } from 'react-router'
import { useBilling } from '../plan/use-billing.ts'
import { formatDate } from '#kernel/browser/dates.ts'
import { Badge } from '#ui/base/badge.tsx'
import { PLAN_BADGES, type PlanId } from '../plan/plan-badge.tsx'
import { useAccess } from '../plan/use-access.ts'

/** Without a plan a creator has what Free has: test mode. */
const badgeOf = (plan: string | null) => PLAN_BADGES[plan as PlanId] ?? PLAN_BADGES.free

/** The user's plan at the bottom of the sidebar, shown once loaded. It links to the billing page. */
export default function SidebarPlan() {
  const { data } = useAccess()
  const subscription = useBilling().data?.held
  if (!data) return null
  const [label, tone] = data.dayPass ? (['Day Pass', 'ok'] as const) : badgeOf(data.plan)
  const ends = subscription?.cancel_at
  const renews = subscription?.status === 'active' ? subscription.current_period_end : null
  return (
    <div className="mt-auto border-t border-line pt-2.5">
      <Link to="/bolt/studio/billing" className="block rounded-control px-2.5 py-2 hover:bg-hover">
        <span className="flex items-center justify-between font-medium">
          My Plan
          <Badge tone={tone}>{label}</Badge>
        </span>
        {ends || renews ? (
          <span className="mt-1 block text-small text-text-3">
            {ends ? `Ends ${formatDate(ends)}` : `Renews ${formatDate(renews!)}`}
          </span>
        ) : null}
      </Link>
    </div>
  )
}
