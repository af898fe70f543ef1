import type { Client } from 'pg'
import type { Order, Payment, Person, Team, Ticket } from './model.ts'

/** Members, their roles, purchases, tickets and teams of a tenant as the plain model has them, read from the tables that people write to. */
export async function loadWorld(
  owner: Client,
  tenantId: string,
): Promise<{ mode: 'test' | 'live'; people: Person[]; teams: Team[] }> {
  const rows = async <T>(text: string) => (await owner.query(text, [tenantId])).rows as T[]
  const [tenant] = await rows<{ mode: 'test' | 'live' }>(
    'select stripe_mode as mode from public.tenants where id = $1',
  )
  const users = await rows<{ id: string; joinedAt: Date; bannedUntil: Date | null; deletedAt: Date | null }>(
    `select id, created_at as "joinedAt", banned_until as "bannedUntil", deleted_at as "deletedAt"
     from auth.users where pool_id = $1`,
  )
  type OrderRow = Omit<Order, 'renewals'> & { buyer: string | null; renewalOf: string | null }
  const stored = await rows<OrderRow>(
    `select id, status, paid_at as "paidAt", dispute_status as dispute, source_id as source, mode, interval,
       subscription_status as subscription, seats, auth_user_id as buyer, renewal_of as "renewalOf"
     from public.orders where tenant_id = $1`,
  )
  const orders = new Map<string, Order>()
  for (const { renewalOf, ...order } of stored)
    if (!renewalOf) orders.set(order.id, { ...order, renewals: renewalsOf(order.id, stored) })
  const roles = await rows<{ member: string; role: string; since: Date }>(
    'select auth_user_id as member, role, given_at as since from public.role_members where tenant_id = $1',
  )
  const tickets = await rows<Ticket & { member: string | null }>(
    `select id, event_id as event, mode, state, issued_at as "issuedAt", auth_user_id as member
     from public.tickets where tenant_id = $1`,
  )
  const people = users.map((user): Person => ({
    ...user,
    is: 'member',
    roles: roles.filter(({ member }) => member === user.id),
    tickets: tickets.filter(({ member }) => member === user.id),
    orders: stored.filter(({ buyer }) => buyer === user.id).flatMap(({ id }) => orders.get(id) ?? []),
  }))
  const byId = new Map(people.map((person) => [person.id, person]))
  const teams = await rows<{ id: string }>('select id from public.teams where tenant_id = $1')
  const members = await rows<{ team: string; member: string; joinedAt: Date }>(
    `select team_id as team, auth_user_id as member, joined_at as "joinedAt"
     from public.team_members where tenant_id = $1`,
  )
  const given = await rows<{ team: string; order: string; payer: string }>(
    'select team_id as team, order_id as order, auth_user_id as payer from public.team_orders where tenant_id = $1',
  )
  return {
    mode: tenant!.mode,
    people,
    teams: teams.map(({ id }) => ({
      id,
      members: members
        .filter(({ team }) => team === id)
        .map(({ member, joinedAt }) => ({ person: byId.get(member)!, joinedAt })),
      // Seats count only while the payer has the order.
      orders: given
        .filter(({ team }) => team === id)
        .map(({ order, payer }) => ({ order: orders.get(order)!, payer }))
        .filter(({ order, payer }) => byId.get(payer)!.orders.includes(order) && order.seats !== null)
        .map(({ order }) => order),
    })),
  }
}

const renewalsOf = (id: string, stored: (Payment & { renewalOf: string | null })[]): Payment[] =>
  stored.filter(({ renewalOf }) => renewalOf === id)
