import { sql } from 'kysely'
import { commonErrors } from '#kernel/errors.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { teamErrors } from './errors.ts'
import { refusing } from './refusals.ts'

/** A member of a tenant who calls, as the database knows them now. */
export interface Caller {
  tenantId: string
  id: string
  /** The confirmed address; null without one. */
  email: string | null
  /** Their language, if they chose one. */
  locale: string | null
  /** Whether the tenant's owner has the plan: without it nothing is added. */
  planned: boolean
  /** Whether members may create teams. */
  open: boolean
}

/**
 * Runs one transaction for a signed-in member in good standing. The token only says who calls: an account that was
 * banned or deleted since is refused. The work must check the caller's rights on what it reads and writes.
 * @throws {AppError} not_authenticated, and what the database's rules refuse
 */
export function asMember<T>(
  kernel: Kernel,
  { tenant, sub }: Claims,
  work: (db: Db, caller: Caller) => Promise<T>,
): Promise<T> {
  return refusing(() =>
    kernel.database.asService('closed: teams of an end user', async (db) => {
      const { rows } = await sql<Caller>`
        select u.pool_id as "tenantId", u.id, case when u.email_confirmed_at is not null then u.email end as email,
          left(u.raw_user_meta_data ->> 'locale', 40) as locale, app.has_plan(t.owner_user_id, 'business') as planned,
          coalesce(s.members_create, false) as open
        from auth.users u join public.tenants t on t.id = u.pool_id
          left join public.team_settings s on s.tenant_id = t.id
        where u.pool_id = ${tenant} and u.id = ${sub} and u.deleted_at is null
          and (u.banned_until is null or u.banned_until <= now())`.execute(db)
      if (!rows[0]) throw commonErrors.not_authenticated()
      return work(db, rows[0])
    }),
  )
}

/**
 * Checks that the caller is in the team, and locks the team, so that no concurrent call removes them meanwhile.
 * @throws {AppError} team_not_found, also for a team of others; not_team_admin
 */
export async function requireMember(
  db: Db,
  { tenantId, id }: Caller,
  teamId: string,
  needed: 'member' | 'admin',
): Promise<void> {
  await sql`select from public.teams where tenant_id = ${tenantId} and id = ${teamId} for no key update`.execute(
    db,
  )
  const own = await db
    .selectFrom('team_members')
    .select('role')
    .where('tenant_id', '=', tenantId)
    .where('team_id', '=', teamId)
    .where('auth_user_id', '=', id)
    .executeTakeFirst()
  if (!own) throw teamErrors.team_not_found()
  if (needed === 'admin' && own.role !== 'admin') throw teamErrors.not_team_admin()
}

/** Additions and new names need the plan. @throws {AppError} teams_unavailable */
export function requirePlan({ planned }: Caller): void {
  if (!planned) throw teamErrors.teams_unavailable()
}
