import { Link } from 'react-router'
import { useBilling } from '../billing.ts'
import { formatDate } from '#kernel/browser/dates.ts'
import { Badge, type BadgeTone } from '#ui/base/badge.tsx'
import { useAccess } from '../access.ts'

const TIERS: Record<string, [label: string, tone: BadgeTone]> = {
  free: ['Free', 'outline'],
  pro: ['Pro', 'accent'],
  business: ['Business', 'inverted'],
}
const NONE = ['None', 'outline'] as const

/** The plan at the foot of the navigation, once the server has named it; it leads to the billing page. */
export default function PlanFoot() {
  const { data } = useAccess()
  const held = useBilling().data?.held
  if (!data) return null
  const [label, tone] = data.dayPass ? (['Day Pass', 'ok'] as const) : (TIERS[data.plan] ?? NONE)
  const ends = held?.cancel_at
  const renews = held?.status === 'active' ? held.current_period_end : null
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
