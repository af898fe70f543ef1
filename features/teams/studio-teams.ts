import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { requirePlan, tenantWith } from '#kernel/tenant-with.ts'
import { cursorOf, readCursor } from '#kernel/page-cursor.ts'
import type {
  StudioTeam,
  Team,
  TeamInvitationOf,
  TeamMemberOf,
  TeamOf,
  TeamSettings,
} from './endpoints-studio.ts'
import type { TeamRole } from './endpoints.ts'
import { teamErrors } from './errors.ts'
import { inviteForOwner, limitInvitations, resend, withdraw } from './invitations.ts'
import { setRole } from './my-teams.ts'
import { invitationsOf, membersOf, seatsOf } from './read-team.ts'
import { refusing } from './refusals.ts'

const PAGE = 25
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Query {
  tenantId: string
  q?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** A page of the teams of the caller's tenant, newest first. @throws {AppError} tenant_not_found, bad_cursor */
export async function listTeams(
  kernel: Kernel,
  claims: Claims,
  { tenantId, q, cursor, limit = PAGE }: Query,
): Promise<{ teams: Team[]; next: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  return forOwner(kernel, claims, tenantId, async (db) => {
    const { rows } = await sql<Team>`select ${TEAM} from public.teams t
      where t.tenant_id = ${tenantId} and ${matches(tenantId, q)}
        and ${after ? sql`(t.created_at, t.id) < (${after.created_at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by t.created_at desc, t.id desc limit ${limit + 1}`.execute(db)
    const teams = rows.slice(0, limit)
    return { teams, next: rows.length > limit ? cursorOf(teams.at(-1)!) : null }
  })
}

const TEAM = sql`t.id, t.name, to_json(t.created_at) #>> '{}' as created_at,
  (select count(*)::integer from public.team_members m where m.tenant_id = t.tenant_id and m.team_id = t.id) as members,
  (select count(*)::integer from public.team_invitations i
    where i.tenant_id = t.tenant_id and i.team_id = t.id and i.expires_at > now()) as invitations,
  app.count_team_seats(t.tenant_id, t.id) as seats`

function matches(tenantId: string, q: string | undefined) {
  if (!q) return sql`true`
  const inTeam = (which: ReturnType<typeof sql>) => sql`t.id in (select m.team_id from public.team_members m
    join auth.users u on u.pool_id = m.tenant_id and u.id = m.auth_user_id where m.tenant_id = ${tenantId} and ${which})`
  if (UUID.test(q)) return sql`(t.id = ${q}::uuid or ${inTeam(sql`u.id = ${q}::uuid`)})`
  const part = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(t.name ilike ${part} or ${inTeam(sql`u.email ilike ${part}`)})`
}

/** @throws {AppError} tenant_not_found, team_not_found */
export const readTeam = (kernel: Kernel, claims: Claims, team: TeamOf): Promise<StudioTeam> =>
  forOwner(kernel, claims, team.tenantId, (db) => studioTeam(db, team))

/** @throws {AppError} tenant_not_found, too_many_teams; 429 */
export async function createTeam(
  kernel: Kernel,
  claims: Claims,
  { tenantId, name, admin_email }: { tenantId: string; name: string; admin_email?: string | undefined },
): Promise<StudioTeam> {
  if (admin_email !== undefined) await takeInvitation(kernel, claims, tenantId)
  return changeForOwner(kernel, claims, tenantId, async (db) => {
    const { id: teamId } = await db
      .insertInto('teams')
      .values({ tenant_id: tenantId, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (admin_email !== undefined)
      await inviteForOwner(kernel, db, { tenantId, teamId }, { email: admin_email, role: 'admin' })
    return studioTeam(db, { tenantId, teamId })
  })
}

/** @throws {AppError} tenant_not_found, team_not_found */
export const renameTeam = (
  kernel: Kernel,
  claims: Claims,
  { name, ...team }: TeamOf & { name: string },
): Promise<StudioTeam> =>
  changeForOwner(kernel, claims, team.tenantId, async (db) => {
    await db
      .updateTable('teams')
      .set({ name })
      .where('tenant_id', '=', team.tenantId)
      .where('id', '=', team.teamId)
      .execute()
    return studioTeam(db, team)
  })

/** @throws {AppError} tenant_not_found, team_not_found */
export const deleteTeam = (kernel: Kernel, claims: Claims, { tenantId, teamId }: TeamOf): Promise<void> =>
  changeForOwner(kernel, claims, tenantId, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('teams')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', teamId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw teamErrors.team_not_found()
  })

/** @throws {AppError} tenant_not_found, team_not_found, team_member_not_found, already_in_team, already_invited; 429 */
export async function addToTeam(
  kernel: Kernel,
  claims: Claims,
  {
    member_id,
    email,
    role = 'member',
    ...team
  }: TeamOf & { member_id?: string | undefined; email?: string | undefined; role?: TeamRole | undefined },
): Promise<StudioTeam> {
  if (email !== undefined) await takeInvitation(kernel, claims, team.tenantId)
  return changeForOwner(kernel, claims, team.tenantId, async (db) => {
    await studioTeam(db, team)
    if (email !== undefined) await inviteForOwner(kernel, db, team, { email, role })
    else
      await db
        .insertInto('team_members')
        .values({ tenant_id: team.tenantId, team_id: team.teamId, auth_user_id: member_id!, role })
        .execute()
    return studioTeam(db, team)
  })
}

/** @throws {AppError} tenant_not_found, team_member_not_found, last_team_admin */
export const changeTeamMember = (
  kernel: Kernel,
  claims: Claims,
  { role, ...member }: TeamMemberOf & { role: TeamRole },
): Promise<StudioTeam> =>
  changeForOwner(kernel, claims, member.tenantId, async (db) => {
    await setRole(db, member, role)
    return studioTeam(db, member)
  })

/** @throws {AppError} tenant_not_found, team_member_not_found, last_team_admin */
export const removeTeamMember = (
  kernel: Kernel,
  claims: Claims,
  { memberId, ...team }: TeamMemberOf,
): Promise<StudioTeam> =>
  changeForOwner(kernel, claims, team.tenantId, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('team_members')
      .where('tenant_id', '=', team.tenantId)
      .where('team_id', '=', team.teamId)
      .where('auth_user_id', '=', memberId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw teamErrors.team_member_not_found()
    return studioTeam(db, team)
  })

/** @throws {AppError} tenant_not_found, invitation_not_found; 429 */
export async function resendTeamInvitation(
  kernel: Kernel,
  claims: Claims,
  { invitationId, ...team }: TeamInvitationOf,
): Promise<StudioTeam> {
  await takeInvitation(kernel, claims, team.tenantId)
  return changeForOwner(kernel, claims, team.tenantId, async (db) => {
    await resend(kernel, db, team, invitationId)
    return studioTeam(db, team)
  })
}

/** @throws {AppError} tenant_not_found, invitation_not_found */
export const withdrawTeamInvitation = (
  kernel: Kernel,
  claims: Claims,
  { invitationId, ...team }: TeamInvitationOf,
): Promise<StudioTeam> =>
  changeForOwner(kernel, claims, team.tenantId, async (db) => {
    await withdraw(db, team, invitationId)
    return studioTeam(db, team)
  })

/** @throws {AppError} tenant_not_found, right_missing */
export const readTeamSettings = (
  kernel: Kernel,
  claims: Claims,
  { tenantId }: { tenantId: string },
): Promise<TeamSettings> =>
  kernel.database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'people')
    const row = await db
      .selectFrom('team_settings')
      .select('members_create')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst()
    return row ?? { members_create: false }
  })

/** @throws {AppError} tenant_not_found, right_missing */
export const changeTeamSettings = (
  kernel: Kernel,
  claims: Claims,
  { tenantId, members_create }: { tenantId: string } & TeamSettings,
): Promise<TeamSettings> =>
  kernel.database.withClaims(claims, async (db) => {
    await requirePlan(db, await tenantWith(db, tenantId, 'people'), 'business')
    await db
      .insertInto('team_settings')
      .values({ tenant_id: tenantId, members_create })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ members_create }))
      .execute()
    return { members_create }
  })

async function studioTeam(db: Db, team: TeamOf): Promise<StudioTeam> {
  const { rows } = await sql<Team>`select ${TEAM} from public.teams t
    where t.tenant_id = ${team.tenantId} and t.id = ${team.teamId}`.execute(db)
  if (!rows[0]) throw teamErrors.team_not_found()
  return {
    ...rows[0],
    people: await membersOf(db, team),
    invited: await invitationsOf(db, team),
    products: await seatsOf(db, team),
  }
}

/**
 * Checks with the caller's own rights that they may work with the tenant's people, then works with the service role:
 * members' addresses and the email queue are closed to creators. Every statement names the tenant.
 */
async function forOwner<T>(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  await kernel.database.withClaims(claims, (db) => tenantWith(db, tenantId, 'people'))
  return refusing(() => kernel.database.asService('closed: teams of a tenant, for its owner and staff', work))
}

/** The same for a change, which needs the owner's plan. Teams stay readable when it ends. @throws upgrade_required */
async function changeForOwner<T>(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  await requireChange(kernel, claims, tenantId)
  return forOwner(kernel, claims, tenantId, work)
}

const requireChange = (kernel: Kernel, claims: Claims, tenantId: string): Promise<void> =>
  kernel.database.withClaims(claims, async (db) =>
    requirePlan(db, await tenantWith(db, tenantId, 'people'), 'business'),
  )

/** The right comes before the limits, so that strangers cannot use them up. */
async function takeInvitation(kernel: Kernel, claims: Claims, tenantId: string): Promise<void> {
  await requireChange(kernel, claims, tenantId)
  await limitInvitations(kernel, tenantId, claims.sub!)
}
