import type { Random } from '../random.ts'

/** SQL that changes what audiences depend on, and its values. `$1` is the tenant. */
type Change = [text: string, ...values: unknown[]]

const DAY_MS = 24 * 60 * 60 * 1000
const STATUSES = ['paid', 'paid', 'paid', 'paid', 'refunded', 'failed']
const SUBSCRIPTIONS = ['active', 'active', 'active', 'trialing', 'past_due', 'canceled', 'unpaid']

/** A row of a table that follows a random id: rows are chosen by the change itself, among those that exist then. */
const any = (table: string, id: string, where = 'true') =>
  `(select ${id} from ${table} as x where x.${table === 'auth.users' ? 'pool_id' : 'tenant_id'} = $1 and ${where}
    order by md5(${id}::text || $2) limit 1)`
const root = any('public.orders', 'id', 'renewal_of is null')
const recurring = any('public.orders', 'id', 'renewal_of is null and interval is not null')
const renewal = any('public.orders', 'id', 'renewal_of is not null')
const user = any('auth.users', 'id', 'deleted_at is null')
const team = any('public.teams', 'id')
const role = any('public.roles', 'name')
const ticket = any('public.tickets', 'id')
const TICKET_STATES = ['valid', 'valid', 'refunded', 'canceled']

/** Changes that only a client with the service key makes: it may write every column. */
const byServiceKey = ({ pick }: Random, salt: string, products: string[]): Change =>
  pick<Change>([
    [`update public.orders set source_id = $3 where tenant_id = $1 and id = ${root}`, salt, pick(products)],
    [
      `update public.orders set mode = $3 where tenant_id = $1 and id = ${root}`,
      salt,
      pick(['live', 'test']),
    ],
    [`update public.orders set seats = null where tenant_id = $1 and id = ${recurring}`, salt],
    [
      `update public.orders set interval = $3 where tenant_id = $1 and id = ${root}`,
      salt,
      pick(['month', 'month', null]),
    ],
    [`update public.orders set renewal_of = ${recurring} where tenant_id = $1 and id = ${renewal}`, salt],
    [
      `update public.team_orders o set team_id = m.team_id from public.team_members m
       where o.tenant_id = $1 and m.tenant_id = $1 and m.auth_user_id = o.auth_user_id and md5(o.order_id::text || $2) < $3`,
      salt,
      '4',
    ],
    [
      `update public.team_orders o set auth_user_id = m.auth_user_id from public.team_members m
       where o.tenant_id = $1 and m.tenant_id = $1 and m.team_id = o.team_id and md5(o.order_id::text || $2) < $3`,
      salt,
      '2',
    ],
    [
      'update public.tickets set mode = $3 where tenant_id = $1 and md5(id::text || $2) < $4',
      salt,
      pick(['live', 'test']),
      '4',
    ],
    [
      'update public.tickets set issued_at = $3 where tenant_id = $1 and md5(id::text || $2) < $4',
      salt,
      new Date(2026, 0, 1 + (Number(salt) % 300)),
      '4',
    ],
    [
      'update public.role_members set given_at = $3 where tenant_id = $1 and md5(auth_user_id::text || $2) < $4',
      salt,
      new Date(2026, 0, 1 + (Number(salt) % 300)),
      '4',
    ],
    [
      'update auth.users set created_at = $3 where pool_id = $1 and md5(id::text || $2) < $4',
      salt,
      new Date(2026, 0, 1 + (Number(salt) % 300)),
      '2',
    ],
  ])

/** Changes of roles: an owner or their staff give them, one by one and in bulk, take them and rename them. */
const byOwner = ({ pick }: Random, salt: string): Change =>
  pick<Change>([
    [
      `insert into public.role_members (tenant_id, auth_user_id, role)
       select u.pool_id, u.id, ${role} from auth.users u
       where u.pool_id = $1 and u.deleted_at is null and md5(u.id::text || $2) < $3 on conflict do nothing`,
      salt,
      pick(['2', '8']),
    ],
    [
      'delete from public.role_members where tenant_id = $1 and md5(auth_user_id::text || $2) < $3',
      salt,
      '4',
    ],
    [`update public.roles set name = 'Role ' || left($2, 2) where tenant_id = $1 and name = ${role}`, salt],
    ['insert into public.roles (tenant_id, name) values ($1, $2)', salt],
    [`delete from public.roles where tenant_id = $1 and name = ${role} and $2 < '3'`, salt],
  ])

/** Changes of tickets: issued, refunded, given away to a member or to an address that no one has, and deleted. */
const ofTickets = ({ pick }: Random, salt: string): Change =>
  pick<() => Change>([
    ...Array.from({ length: 4 }, () => (): Change => [
      `insert into public.tickets (tenant_id, id, event_id, type_id, state, mode, source, price_cents, quota_ids, code_hash, code_sealed,
         auth_user_id, issued_at)
       select $1, gen_random_uuid(), t.event_id, t.id, $3, $4, 'manual', 0, '{}', sha256(convert_to($2, 'UTF8')), '', ${user}, now()
       from public.ticket_types t where t.id = ${any('public.ticket_types', 'id')} and t.tenant_id = $1`,
      salt,
      pick([...TICKET_STATES, 'reserved']),
      pick(['live', 'live', 'test']),
    ]),
    () => [
      `update public.tickets set state = $3 where tenant_id = $1 and id = ${ticket}`,
      salt,
      pick(TICKET_STATES),
    ],
    () => [`update public.tickets set auth_user_id = ${user} where tenant_id = $1 and id = ${ticket}`, salt],
    () => [`update public.tickets set auth_user_id = null where tenant_id = $1 and id = ${ticket}`, salt],
    () => [`delete from public.tickets where tenant_id = $1 and id = ${ticket}`, salt],
  ])()

/**
 * A change that a purchase, the provider, a team, an owner, an administrator or the tenant's server makes. It may change nothing or fail by a
 * constraint, as theirs may.
 * @param products ids of what is bought
 */
export function randomChange(random: Random, products: string[]): Change {
  const { below, chance, pick } = random
  const salt = String(below(1e9))
  const bytes = `\\x${below(2 ** 31)
    .toString(16)
    .padStart(8, '0')}${below(2 ** 31)
    .toString(16)
    .padStart(8, '0')}`
  /** In milliseconds, which no two payments share: else their ids would decide. */
  const moment = () => new Date(Date.now() - below(30 * DAY_MS))
  const paidAt = () => (chance(0.85) ? moment() : null)
  const recurs = chance(0.7)
  const sold = [pick(STATUSES), pick(products), pick(['live', 'live', 'test']), recurs ? 'month' : null]
  const more = [recurs ? pick(SUBSCRIPTIONS) : null, recurs && chance(0.9) ? 1 + below(4) : null, paidAt()]
  const buys = (): Change => [
    `insert into public.orders (tenant_id, auth_user_id, status, source_id, mode, interval, subscription_status, seats, paid_at,
         state_hash, receipt_hash, seller, name, amount_total, currency, stripe_account_id)
       values ($1, ${user}, $3, $4, $5, $6, $7, $8, $9, $10, $10, 'random', 'Random', 100, 'eur', 'acct_random')`,
    salt,
    ...sold,
    ...more,
    bytes,
  ]
  const joins = (): Change => [
    `insert into public.team_members (tenant_id, team_id, auth_user_id, joined_at)
       select $1, ${team}, ${user}, $3 where ${team} is not null on conflict do nothing`,
    salt,
    moment(),
  ]
  const gives = (): Change => [
    `insert into public.team_orders (tenant_id, order_id, team_id, auth_user_id)
       select o.tenant_id, o.id, m.team_id, m.auth_user_id from public.team_members m
       join public.orders o on o.tenant_id = m.tenant_id and o.auth_user_id = m.auth_user_id and o.seats is not null
       where m.tenant_id = $1 order by md5(o.id::text || $2) limit 2 on conflict do nothing`,
    salt,
  ]
  const often = [buys, buys, buys, buys, buys, joins, joins, joins, joins, gives, gives, gives, gives]
  return pick<() => Change>([
    ...often,
    () => byServiceKey(random, salt, products),
    () => byOwner(random, salt),
    () => byOwner(random, salt),
    () => ofTickets(random, salt),
    () => ofTickets(random, salt),
    () => ofTickets(random, salt),
    () => [
      `insert into public.orders (tenant_id, auth_user_id, status, source_id, mode, interval, renewal_of, paid_at, seller, name,
         amount_total, currency, stripe_account_id)
       select tenant_id, auth_user_id, $3, source_id, mode, interval, id, $4, seller, name, 100, 'eur', 'acct_random'
       from public.orders where tenant_id = $1 and id = ${recurring}`,
      salt,
      pick(STATUSES),
      paidAt(),
    ],
    () => [
      `update public.orders set status = $3 where tenant_id = $1 and id in (${root}, ${renewal})`,
      salt,
      pick(STATUSES),
    ],
    () => [`update public.orders set paid_at = $3 where tenant_id = $1 and id = ${root}`, salt, paidAt()],
    () => [`update public.orders set paid_at = $3 where tenant_id = $1 and id = ${renewal}`, salt, paidAt()],
    () => [
      `update public.orders set dispute_status = $3 where tenant_id = $1 and id in (${root}, ${renewal})`,
      salt,
      pick(['lost', 'won', null, null]),
    ],
    () => [
      `update public.orders set subscription_status = $3 where tenant_id = $1 and id = ${recurring}`,
      salt,
      pick(SUBSCRIPTIONS),
    ],
    () => [
      `update public.orders set seats = $3 where tenant_id = $1 and id = ${recurring}`,
      salt,
      pick([1, 2, 4]),
    ],
    () => [`update public.orders set auth_user_id = ${user} where tenant_id = $1 and id = ${root}`, salt],
    () => [`delete from public.orders where tenant_id = $1 and id = ${chance(0.5) ? renewal : root}`, salt],
    () => [`insert into public.teams (tenant_id, name) values ($1, $2)`, salt],
    () => [
      `delete from public.team_members where (tenant_id, team_id, auth_user_id) = (
         select tenant_id, team_id, auth_user_id from public.team_members where tenant_id = $1
         order by md5(auth_user_id::text || $2) limit 1)`,
      salt,
    ],
    () => [
      'update public.team_members set joined_at = $3 where tenant_id = $1 and md5(auth_user_id::text || $2) < $4',
      salt,
      moment(),
      '02',
    ],
    () => [
      `delete from public.team_orders where (tenant_id, order_id) = (
         select tenant_id, order_id from public.team_orders where tenant_id = $1 order by md5(order_id::text || $2) limit 1)`,
      salt,
    ],
    () => [
      `update auth.users set banned_until = $3 where pool_id = $1 and id = ${user}`,
      salt,
      pick([null, null, new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)]),
    ],
    () => [
      chance(0.3)
        ? 'insert into auth.users (pool_id, email) values ($1, $2)'
        : `update auth.users set deleted_at = ${chance(0.3) ? 'now()' : 'null'} where pool_id = $1 and id = ${user}`,
      salt,
    ],
    () => [
      chance(0.3)
        ? 'insert into auth.users (pool_id, email) values ($1, $2)'
        : `delete from auth.users where pool_id = $1 and id = ${user} and ${chance(0.2)}`,
      salt,
    ],
    () => [
      chance(0.1)
        ? `delete from public.teams where tenant_id = $1 and id = ${team}`
        : `update public.teams set name = $2 where tenant_id = $1 and id = ${team}`,
      salt,
    ],
    () => [
      'update public.tenants set stripe_mode = $3 where id = $1 and $2::text is not null',
      salt,
      pick(['live', 'test']),
    ],
  ])()
}
