import type { Client } from 'pg'
import type { Alternative, Order, Payment } from './model.ts'
import type { AudienceWorld } from './random-world.ts'

/** Stores a random world as the database's owner, in one statement for each table. */
export async function storeAudiences(
  owner: Client,
  tenantId: string,
  mode: 'test' | 'live',
  { audiences, people, teams, events }: AudienceWorld,
): Promise<void> {
  const insert = (columns: string, types: string, into: string, rows: unknown[]) =>
    owner.query(
      `insert into ${into} (${columns}) select ${columns} from jsonb_to_recordset($1) as given (${types})`,
      [JSON.stringify(rows)],
    )
  await owner.query('update public.tenants set stripe_mode = $2 where id = $1', [tenantId, mode])
  await insert(
    'pool_id, id, created_at, banned_until, deleted_at',
    'pool_id uuid, id uuid, created_at timestamptz, banned_until timestamptz, deleted_at timestamptz',
    'auth.users',
    people
      .filter(({ is }) => is === 'member')
      .map(({ id, joinedAt, bannedUntil, deletedAt }) => ({
        pool_id: tenantId,
        id,
        created_at: joinedAt,
        banned_until: bannedUntil,
        deleted_at: deletedAt,
      })),
  )
  const orders = people.flatMap((person) =>
    person.orders.flatMap((order) => [
      orderRow(tenantId, person.id, order, order),
      ...order.renewals.map((renewal) => ({
        ...orderRow(tenantId, person.id, order, renewal),
        subscription_status: null,
        seats: null,
        renewal_of: order.id,
      })),
    ]),
  )
  const columns = {
    tenant_id: 'uuid',
    id: 'uuid',
    auth_user_id: 'uuid',
    mode: 'text',
    status: 'text',
    seller: 'text',
    source_id: 'uuid',
    name: 'text',
    amount_total: 'integer',
    currency: 'text',
    stripe_account_id: 'text',
    state_hash: 'bytea',
    receipt_hash: 'bytea',
    interval: 'text',
    renewal_of: 'uuid',
    subscription_status: 'text',
    dispute_status: 'text',
    paid_at: 'timestamptz',
    seats: 'integer',
  }
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await insert(Object.keys(columns).join(), types.join(), 'public.orders', orders)
  await insert(
    'tenant_id, id, name',
    'tenant_id uuid, id uuid, name text',
    'public.teams',
    teams.map(({ id }) => ({ tenant_id: tenantId, id, name: 'Random' })),
  )
  await insert(
    'tenant_id, team_id, auth_user_id, joined_at',
    'tenant_id uuid, team_id uuid, auth_user_id uuid, joined_at timestamptz',
    'public.team_members',
    teams.flatMap(({ id, members }) =>
      members.map(({ person, joinedAt }) => ({
        tenant_id: tenantId,
        team_id: id,
        auth_user_id: person.id,
        joined_at: joinedAt,
      })),
    ),
  )
  await insert(
    'tenant_id, order_id, team_id, auth_user_id',
    'tenant_id uuid, order_id uuid, team_id uuid, auth_user_id uuid',
    'public.team_orders',
    teams.flatMap(({ id, orders: paid }) =>
      paid.map((order) => ({
        tenant_id: tenantId,
        order_id: order.id,
        team_id: id,
        auth_user_id: people.find((person) => person.orders.includes(order))!.id,
      })),
    ),
  )
  const roles = people.flatMap(({ id, roles: own }) =>
    own.map(({ role, since }) => ({ tenant_id: tenantId, auth_user_id: id, role, given_at: since })),
  )
  await insert(
    'tenant_id, name',
    'tenant_id uuid, name text',
    'public.roles',
    [...new Set(roles.map(({ role }) => role))].map((name) => ({ tenant_id: tenantId, name })),
  )
  await insert(
    'tenant_id, auth_user_id, role, given_at',
    'tenant_id uuid, auth_user_id uuid, role text, given_at timestamptz',
    'public.role_members',
    roles,
  )
  await storeEvents(owner, tenantId, events)
  for (const { id: member, tickets } of people)
    for (const { id, event, mode: own, state, issuedAt } of tickets)
      await owner.query(
        `insert into public.tickets (tenant_id, id, event_id, type_id, state, mode, source, price_cents, quota_ids, code_hash, code_sealed,
           auth_user_id, issued_at)
         values ($1, $2, $3, $3, $4, $5, 'manual', 0, '{}', sha256(uuid_send($2)), '', $6, $7)`,
        [tenantId, id, event, state, own, member, issuedAt],
      )
  await insert(
    'tenant_id, id, name, rule',
    'tenant_id uuid, id uuid, name text, rule jsonb',
    'public.audiences',
    audiences.map(({ id, any }) => ({
      tenant_id: tenantId,
      id,
      name: 'Random',
      rule: { any: any.map(spelled) },
    })),
  )
}

/** Events with one type each, whose id is the same. */
export async function storeEvents(owner: Client, tenantId: string, events: readonly string[]): Promise<void> {
  for (const id of events) {
    await owner.query(
      `insert into public.ticket_events (tenant_id, id, title, starts_at, ends_at) values ($1, $2, 'Random', now(), now() + interval '1 day')`,
      [tenantId, id],
    )
    await owner.query(
      `insert into public.ticket_types (tenant_id, id, event_id, name, price_cents) values ($1, $2, $2, 'Random', 0)`,
      [tenantId, id],
    )
  }
}

/** Times of a rule have no fractions of a second. */
const spelled = ({ from, until, ...rest }: Alternative) => ({
  ...rest,
  ...(from ? { from: from.toISOString().replace(/\.\d+/, '') } : {}),
  ...(until ? { until: until.toISOString().replace(/\.\d+/, '') } : {}),
})

const orderRow = (tenantId: string, userId: string, order: Order, payment: Payment) => ({
  tenant_id: tenantId,
  id: payment.id,
  auth_user_id: userId,
  mode: order.mode,
  status: payment.status,
  seller: 'pay',
  source_id: order.source,
  name: 'Random',
  amount_total: 100,
  currency: 'eur',
  stripe_account_id: 'acct_random',
  state_hash: `\\x${payment.id.replaceAll('-', '')}`,
  receipt_hash: `\\x${payment.id.replaceAll('-', '')}`,
  interval: order.interval,
  renewal_of: null as string | null,
  subscription_status: order.subscription,
  dispute_status: payment.dispute,
  paid_at: payment.paidAt,
  seats: order.seats,
})
