import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Access } from './endpoints.ts'
import { isListed, isStaff } from './operator/staff.ts'

type Decided = Omit<Access, 'staff' | 'stats' | 'trial_end' | 'current_period_end' | 'day_pass_expires_at'> &
  Record<'trial_end' | 'current_period_end' | 'day_pass_expires_at', Date | null>

const text = `select d.active, case when d.active then app.plan_of($1) else 'none' end as plan, d."dayPass",
    coalesce(s.status, 'none') as status, s.trial_end, s.current_period_end,
    case when d."dayPass" then (select max(access_expires_at) from public.tenants
      where owner_user_id = $1 and subscription_tier = 'day_pass' and subscription_status = 'active')
    end as day_pass_expires_at
  from (select app.has_access($1) as active, app.has_day_pass($1) as "dayPass") as d
  left join public.bolt_subscriptions s on s.user_id = $1`

/** The database's decision about a creator's access to the paid features, by its own clock. */
export async function readAccess(kernel: Kernel, claims: Claims): Promise<Access> {
  const { rows } = await kernel.database.once<Decided>(claims, {
    name: 'access',
    text,
    values: [claims.sub],
    readOnly: true,
  })
  const { trial_end, current_period_end, day_pass_expires_at, ...decided } = rows[0]!
  return {
    ...decided,
    trial_end: instant(trial_end),
    current_period_end: instant(current_period_end),
    day_pass_expires_at: instant(day_pass_expires_at),
    staff: await isStaff(kernel, claims),
    stats: await isListed(kernel, claims),
  }
}

/** ISO 8601, as in all responses. */
export const instant = (moment: Date | null): string | null => moment?.toISOString() ?? null
