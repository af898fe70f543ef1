import { Badge, type BadgeTone } from '#ui/base/badge.tsx'
import { useAccess } from '../access.ts'

const TIERS: Record<string, [label: string, tone: BadgeTone]> = {
  free: ['Free', 'outline'],
  pro: ['Pro', 'accent'],
  business: ['Business', 'inverted'],
}

/** The plan at the foot of the navigation, once the server has named it. */
export function PlanFoot() {
  const { data } = useAccess()
  if (!data) return null
  const [label, tone] = data.dayPass ? (['Day Pass', 'ok'] as const) : (TIERS[data.plan] ?? TIERS.free!)
  return (
    <p className="mt-auto flex items-center justify-between border-t border-line px-2.5 pt-4 font-medium">
      My Plan
      <Badge tone={tone}>{label}</Badge>
    </p>
  )
}
