import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { FunnelRow, Goal, GoalRow } from './endpoints-studio.ts'
import { analyticsErrors } from './errors.ts'
import type { FiguresOf } from './figures/read-figures.ts'
import { funnelVisits, goalVisits } from './figures/visit-figures.ts'
import { refusing } from './refusals.ts'

type Kind = 'goal' | 'funnel'

const TABLES = {
  goal: { table: 'public.analytics_goals', column: 'goal', missing: analyticsErrors.goal_not_found },
  funnel: { table: 'public.analytics_funnels', column: 'steps', missing: analyticsErrors.funnel_not_found },
} as const

/** All goals of a tenant with the visits of the period that have them. */
export async function goalsOf(db: Db, query: FiguresOf): Promise<{ goals: GoalRow[]; visits: number }> {
  const { rows } = await sql<Omit<GoalRow, 'visits'>>`
    select id, name, goal from public.analytics_goals where tenant_id = ${query.tenant} order by created_at, id`.execute(
    db,
  )
  const { visits, reached } = await goalVisits(
    db,
    query,
    rows.map(({ goal }) => goal),
  )
  return { goals: rows.map((row, at) => ({ ...row, visits: reached[at]! })), visits }
}

export async function funnelsOf(db: Db, query: FiguresOf): Promise<FunnelRow[]> {
  const { rows } = await sql<Omit<FunnelRow, 'visits'>>`
    select id, name, steps from public.analytics_funnels where tenant_id = ${query.tenant} order by created_at, id`.execute(
    db,
  )
  const funnels: FunnelRow[] = []
  for (const row of rows) funnels.push({ ...row, visits: await funnelVisits(db, query, row.steps) })
  return funnels
}

/** Adds a goal or a funnel, or changes the one with this id. @throws {AppError} tenant_not_found, plan, most, goal_not_found, funnel_not_found */
export function saveGoal(
  kernel: Kernel,
  claims: Claims,
  kind: Kind,
  {
    tenantId,
    id,
    name,
    data,
  }: { tenantId: string; id?: string | undefined; name: string; data: Goal | Goal[] },
): Promise<{ id: string }> {
  const { table, column, missing } = TABLES[kind]
  return kernel.database.withClaims(claims, async (db) => {
    const tenant = await tenantWith(db, tenantId, 'content')
    const value = JSON.stringify(data)
    const { rows } = await refusing(
      (id
        ? sql<{
            id: string
          }>`update ${sql.table(table)} set name = ${name}, ${sql.ref(column)} = ${value}::jsonb
            where tenant_id = ${tenant.id} and id = ${id} returning id`
        : sql<{ id: string }>`insert into ${sql.table(table)} (tenant_id, name, ${sql.ref(column)})
            values (${tenant.id}, ${name}, ${value}::jsonb) returning id`
      ).execute(db),
    )
    if (!rows[0]) throw missing()
    return rows[0]
  })
}

/** @throws {AppError} tenant_not_found, goal_not_found, funnel_not_found */
export async function deleteGoal(
  kernel: Kernel,
  claims: Claims,
  kind: Kind,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<void> {
  const { table, missing } = TABLES[kind]
  await kernel.database.withClaims(claims, async (db) => {
    const tenant = await tenantWith(db, tenantId, 'content')
    const { rows } =
      await sql`delete from ${sql.table(table)} where tenant_id = ${tenant.id} and id = ${id} returning id`.execute(
        db,
      )
    if (!rows[0]) throw missing()
  })
}
