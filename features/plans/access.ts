import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Access } from './endpoints.ts'

/** What the database decides about a creator's access to the paid parts, by its own clock. */
export async function readAccess(kernel: Kernel, claims: Claims): Promise<Access> {
  const { rows } = await kernel.database.once<Access>(claims, {
    name: 'access',
    text: `select active, case when active then app.plan_of($1) else 'none' end as plan, "dayPass"
           from (select app.has_access($1) as active, app.has_day_pass($1) as "dayPass") as decided`,
    values: [claims.sub],
    readOnly: true,
  })
  return rows[0]!
}
