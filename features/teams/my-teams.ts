import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asMember, requireMember, requirePlan } from './as-member.ts'
import type { Caller } from './as-member.ts'
import type { FreeSeats, MyTeam, MyTeamMember, MyTeams, OwnTeam, TeamDetail, TeamRole } from './endpoints.ts'
import { teamErrors } from './errors.ts'
import { invitationsOf, membersOf, seatsOf } from './read-team.ts'

/** The caller's teams, and all about the active one. @throws {AppError} not_authenticated */
export const readMyTeams = (kernel: Kernel, claims: Claims): Promise<MyTeams> =>
  asMember(kernel, claims, readMine)

/** Creates a team whose admin the caller is, and makes it the active one. Seats that they bought before become its own. */
export const createMyTeam = (kernel: Kernel, claims: Claims, { name }: { name: string }): Promise<MyTeams> =>
  asMember(kernel, claims, async (db, caller) => {
    requirePlan(caller)
    if (!caller.open) throw teamErrors.teams_closed()
    if (!caller.email) throw teamErrors.account_needed()
    const team = await db
      .insertInto('teams')
      .values({ tenant_id: caller.tenantId, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('team_members')
      .values({ tenant_id: caller.tenantId, team_id: team.id, auth_user_id: caller.id })
      .execute()
    await activate(db, caller, team.id)
    await sql`insert into public.team_orders (tenant_id, order_id, team_id, auth_user_id)
      select o.tenant_id, o.id, ${team.id}::uuid, o.auth_user_id from public.orders o
      where o.tenant_id = ${caller.tenantId} and o.auth_user_id = ${caller.id} and o.seats is not null
      on conflict do nothing`.execute(db)
    return readMine(db, caller)
  })

export const changeMyTeam = (
  kernel: Kernel,
  claims: Claims,
  { teamId, name, active }: MyTeam & { name?: string | undefined; active?: true | undefined },
): Promise<MyTeams> =>
  asMember(kernel, claims, async (db, caller) => {
    await requireMember(db, caller, teamId, name === undefined ? 'member' : 'admin')
    if (name !== undefined) {
      requirePlan(caller)
      await db
        .updateTable('teams')
        .set({ name })
        .where('tenant_id', '=', caller.tenantId)
        .where('id', '=', teamId)
        .execute()
    }
    if (active) await activate(db, caller, teamId)
    return readMine(db, caller)
  })

export const deleteMyTeam = (kernel: Kernel, claims: Claims, { teamId }: MyTeam): Promise<MyTeams> =>
  asMember(kernel, claims, async (db, caller) => {
    await requireMember(db, caller, teamId, 'admin')
    await db.deleteFrom('teams').where('tenant_id', '=', caller.tenantId).where('id', '=', teamId).execute()
    return readMine(db, caller)
  })

/** @throws {AppError} team_not_found, not_team_admin, team_member_not_found, last_team_admin, teams_unavailable */
export const changeMyTeamMember = (
  kernel: Kernel,
  claims: Claims,
  { teamId, memberId, role, transfer }: MyTeamMember & { role: TeamRole; transfer?: true | undefined },
): Promise<MyTeams> =>
  asMember(kernel, claims, async (db, caller) => {
    await requireMember(db, caller, teamId, 'admin')
    requirePlan(caller)
    await setRole(db, { tenantId: caller.tenantId, teamId, memberId }, transfer ? 'admin' : role)
    if (transfer && memberId !== caller.id)
      await setRole(db, { tenantId: caller.tenantId, teamId, memberId: caller.id }, 'member')
    return readMine(db, caller)
  })

/** Removes a member, or the caller: everyone may leave their team, also without the plan. */
export const removeMyTeamMember = (
  kernel: Kernel,
  claims: Claims,
  { teamId, memberId }: MyTeamMember,
): Promise<MyTeams> =>
  asMember(kernel, claims, async (db, caller) => {
    await requireMember(db, caller, teamId, memberId === caller.id ? 'member' : 'admin')
    const { numDeletedRows } = await db
      .deleteFrom('team_members')
      .where('tenant_id', '=', caller.tenantId)
      .where('team_id', '=', teamId)
      .where('auth_user_id', '=', memberId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw teamErrors.team_member_not_found()
    return readMine(db, caller)
  })

/** @throws {AppError} order_not_per_seat for a purchase of others, without seats, or that another team uses */
export const useSeatsForMyTeam = (
  kernel: Kernel,
  claims: Claims,
  { teamId, order_id }: MyTeam & { order_id: string },
): Promise<MyTeams> =>
  asMember(kernel, claims, async (db, caller) => {
    // The purchase before the team, as a payment or refund locks them.
    await sql`select from public.orders where tenant_id = ${caller.tenantId} and id = ${order_id}
      and auth_user_id = ${caller.id} for no key update`.execute(db)
    await requireMember(db, caller, teamId, 'admin')
    const { numAffectedRows = 0n } = await sql`
      insert into public.team_orders (tenant_id, order_id, team_id, auth_user_id)
      select o.tenant_id, o.id, ${teamId}::uuid, o.auth_user_id from public.orders o
      where o.tenant_id = ${caller.tenantId} and o.id = ${order_id} and o.auth_user_id = ${caller.id}
        and o.seats is not null
      on conflict do nothing`.execute(db)
    if (numAffectedRows === 0n) throw teamErrors.order_not_per_seat()
    return readMine(db, caller)
  })

/** @throws {AppError} team_member_not_found */
export async function setRole(
  db: Db,
  { tenantId, teamId, memberId }: MyTeamMember & { tenantId: string },
  role: TeamRole,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('team_members')
    .set({ role })
    .where('tenant_id', '=', tenantId)
    .where('team_id', '=', teamId)
    .where('auth_user_id', '=', memberId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw teamErrors.team_member_not_found()
}

/** Makes a team the one that the caller acts for. Two statements, because at most one row may be active at any moment. */
export async function activate(db: Db, { tenantId, id }: Caller, teamId: string): Promise<void> {
  const own = () =>
    db.updateTable('team_members').where('tenant_id', '=', tenantId).where('auth_user_id', '=', id)
  await own().set({ is_active: false }).where('is_active', '=', true).where('team_id', '<>', teamId).execute()
  await own().set({ is_active: true }).where('team_id', '=', teamId).execute()
}

export async function readMine(db: Db, caller: Caller): Promise<MyTeams> {
  const { tenantId, id } = caller
  const { rows: teams } = await sql<OwnTeam>`
    select t.id, t.name, m.role, m.is_active as active
    from public.team_members m join public.teams t on t.tenant_id = m.tenant_id and t.id = m.team_id
    where m.tenant_id = ${tenantId} and m.auth_user_id = ${id} order by lower(t.name), t.id`.execute(db)
  const { rows: free } = await sql<FreeSeats>`
    select o.id as order_id, o.name as product, o.seats from public.orders o
    where o.tenant_id = ${tenantId} and o.auth_user_id = ${id} and o.seats is not null and app.order_grants(o.tenant_id, o.id)
      and not exists (select from public.team_orders s where s.tenant_id = o.tenant_id and s.order_id = o.id)
    order by o.created_at desc, o.id desc limit 20`.execute(db)
  const { rows: sold } = await sql<{ sells: boolean }>`select exists (select from public.items i
    where i.tenant_id = ${tenantId} and i.per_seat and i.active) as sells`.execute(db)
  const active = teams.find((team) => team.active)
  return {
    teams,
    team: active ? await detailOf(db, caller, active) : null,
    may_create: caller.planned && caller.open && caller.email !== null,
    free_seats: free,
    sells_seats: sold[0]!.sells,
  }
}

async function detailOf(
  db: Db,
  { tenantId, id }: Caller,
  { id: teamId, role }: OwnTeam,
): Promise<TeamDetail> {
  const team = { tenantId, teamId }
  const { name, created_at } = (
    await sql<{ name: string; created_at: string }>`
      select name, to_json(created_at) #>> '{}' as created_at from public.teams
      where tenant_id = ${tenantId} and id = ${teamId}`.execute(db)
  ).rows[0]!
  const members = await membersOf(db, team)
  const { rows: own } = await sql<{ order_id: string; source_id: string; seats: number }>`
    select o.id as order_id, o.source_id, o.seats from public.team_orders s
      join public.orders o on o.tenant_id = s.tenant_id and o.id = s.order_id
    where s.tenant_id = ${tenantId} and s.team_id = ${teamId} and s.auth_user_id = ${id}
      and app.order_grants(o.tenant_id, o.id)`.execute(db)
  return {
    id: teamId,
    name,
    created_at,
    members: members.map(({ id: member, name: called, email, role: as, joined_at }) => ({
      id: member,
      name: called,
      email,
      role: as,
      joined_at,
    })),
    invitations: role === 'admin' ? await invitationsOf(db, team) : [],
    seats: (await seatsOf(db, team)).map((seats) => {
      const order = own.find(({ source_id }) => source_id === seats.product_id)
      return { ...seats, own_order_id: order?.order_id ?? null, own_seats: order?.seats ?? null }
    }),
  }
}
