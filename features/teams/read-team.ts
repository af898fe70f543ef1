import { sql } from 'kysely'
import { shownName } from '#kernel/contract.ts'
import type { Db } from '#kernel/db/database.ts'
import type { TeamInvitation, TeamMember, TeamSeats } from './endpoints.ts'

/** A team of a tenant, as every statement about it names it. */
export interface TeamRef {
  tenantId: string
  teamId: string
}

export type Product = Pick<TeamSeats, 'product_id' | 'product' | 'seats' | 'without'>

/**
 * The members in the order in which they joined.
 * @param db with the service role; the caller must have checked who may read the team
 */
export async function membersOf(db: Db, team: TeamRef): Promise<(TeamMember & { active: boolean })[]> {
  const { rows } = await sql<TeamMember & { active: boolean; full_name: string | null }>`
    select u.id, coalesce(u.email, '') as email, left(u.raw_user_meta_data ->> 'name', 200) as name,
      left(u.raw_user_meta_data ->> 'full_name', 200) as full_name, m.role, m.is_active as active,
      to_json(m.joined_at) #>> '{}' as joined_at
    from public.team_members m join auth.users u on u.pool_id = m.tenant_id and u.id = m.auth_user_id
    where m.tenant_id = ${team.tenantId} and m.team_id = ${team.teamId}
    order by m.joined_at, u.id`.execute(db)
  return rows.map(({ full_name, ...row }) => ({
    ...row,
    name: shownName(row.name ?? '') || shownName(full_name ?? ''),
  }))
}

/** Open invitations, newest first. */
export async function invitationsOf(db: Db, team: TeamRef): Promise<TeamInvitation[]> {
  const { rows } = await sql<TeamInvitation>`
    select id, email, role, to_json(created_at) #>> '{}' as created_at, to_json(expires_at) #>> '{}' as expires_at
    from public.team_invitations i
    where i.tenant_id = ${team.tenantId} and i.team_id = ${team.teamId} and i.expires_at > now()
    order by i.created_at desc, i.id desc`.execute(db)
  return rows
}

/** Seats by product, and who has none. @param db with the service role */
export async function seatsOf(db: Db, team: TeamRef): Promise<Product[]> {
  const { rows } = await sql<Product>`
    select product_id, product, seats, without from app.read_team_seats(${team.tenantId}, ${team.teamId})`.execute(
    db,
  )
  return rows
}
