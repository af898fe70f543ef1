import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { testApp } from '#testing/test-app.ts'
import { teamSite } from '#testing/team-site.ts'
import { takenSeats } from './endpoints.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const site = await teamSite(app)
type Member = Awaited<ReturnType<typeof site.member>>

let orders = 0
/** A node of EXPLAIN's JSON. */
interface PlanNode {
  'Relation Name'?: string
  'Parent Relationship'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

/** A paid subscription of a product sold per seat, as the checkout and the provider's events write it. */
async function buySeats(by: Member, product: string, seats: number): Promise<string> {
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into public.orders (tenant_id, mode, status, seller, source_id, name, amount_total, currency, auth_user_id,
       stripe_account_id, state_hash, receipt_hash, quantity, seats, interval, subscription_status, paid_at)
     values ($1, 'test', 'paid', 'pay', $2, 'Club', 900, 'eur', $3, 'acct_1', $4, $4, $5, $5, 'month', 'active', now())
     returning id`,
    [site.id, product, by.id, `\\x${(++orders).toString(16).padStart(6, '0')}`, seats],
  )
  return rows[0]!.id
}
const setOrder = (id: string, set: string) =>
  app.owner.query(`update public.orders set ${set} where id = $1`, [id])

/** An audience of those who bought the product. */
async function audience(rule: object): Promise<string> {
  const { rows } = await app.owner.query<{ id: string }>(
    'insert into public.audiences (tenant_id, name, rule) values ($1, $2, $3) returning id',
    [site.id, 'Club', { any: [rule] }],
  )
  return rows[0]!.id
}
const isIn = async (
  by: Member,
  id: string,
  kind: 'my_audiences' | 'my_audiences_as_team' = 'my_audiences',
) => {
  const { rows } = await app.database.once<{ id: string }>(by.claims, {
    text: `select id from app.${kind}() as id`,
    values: [],
  })
  return rows.some((row) => row.id === id)
}
const whoIsIn = async (members: Member[], id: string) =>
  (await Promise.all(members.map((each) => isIn(each, id)))).map((yes) => (yes ? 'in' : 'out')).join(' ')

async function club(seats: number) {
  const [mia, bo, eve] = [await site.member(), await site.member(), await site.member()]
  const { id, admin } = await site.team('Club', mia, bo)
  const product = randomUUID()
  const order = await buySeats(admin, product, seats)
  const all: [Member, Member, Member, Member] = [admin, mia, bo, eve]
  return {
    id,
    admin,
    mia,
    bo,
    eve,
    all,
    product,
    order,
    opens: await audience({ kind: 'bought', source: product }),
  }
}

test('seats that an admin buys open for as many members: first the payer, then by joining; no one else', async () => {
  const { id, admin, bo, all, product, order, opens } = await club(2)
  assert.equal(await whoIsIn(all, opens), 'in in out out')
  const { body } = await admin.call('GET', '/my-teams')
  assert.deepEqual(body.team.seats, [
    { product_id: product, product: 'Club', seats: 2, without: [bo.id], own_order_id: order, own_seats: 2 },
  ])
  await setOrder(order, 'seats = 3')
  assert.equal(await whoIsIn(all, opens), 'in in in out')
  await setOrder(order, 'seats = 1')
  assert.equal(await whoIsIn(all, opens), 'in out out out', 'lowered: closed with the next statement')
  const seen = await site.owner('GET', `/tenant-teams/${site.id}/teams/${id}`)
  assert.deepEqual([seen.body.seats, seen.body.products[0].without.length], [1, 2])
})

test('a lapse, a refund, a lost dispute, the other mode, and a member who is removed, banned or leaves: closed at once', async () => {
  const { id, admin, mia, bo, all, order, opens } = await club(3)
  const open = 'in in in out'
  for (const [ends, back] of [
    ["subscription_status = 'canceled'", "subscription_status = 'active'"],
    ["status = 'refunded'", "status = 'paid'"],
    ["dispute_status = 'lost'", 'dispute_status = null'],
  ] as const) {
    assert.equal(await whoIsIn(all, opens), open)
    await setOrder(order, ends)
    assert.equal(await whoIsIn(all, opens), 'out out out out', ends)
    await setOrder(order, back)
  }
  await app.owner.query("update public.tenants set stripe_mode = 'live' where id = $1", [site.id])
  assert.equal(await whoIsIn(all, opens), 'out out out out')
  await app.owner.query("update public.tenants set stripe_mode = 'test' where id = $1", [site.id])

  await app.owner.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
    mia.id,
  ])
  await setOrder(order, 'seats = 2')
  assert.equal(await whoIsIn(all, opens), 'in out in out', 'a banned member uses no seat')
  await app.owner.query('update auth.users set banned_until = null where id = $1', [mia.id])
  assert.equal(await whoIsIn(all, opens), 'in in out out')
  await admin.call('DELETE', `/my-teams/${id}/members/${mia.id}`)
  assert.equal(await whoIsIn(all, opens), 'in out in out', 'and who comes next gets the seat')
  await bo.call('DELETE', `/my-teams/${id}/members/${bo.id}`)
  assert.equal(await whoIsIn(all, opens), 'in out out out')
})

test('seats belong to the team while the payer is in it; they can be given to another team of the payer, by the payer alone', async () => {
  const { id, admin, mia, all, order, opens } = await club(3)
  await admin.call('PUT', `/my-teams/${id}/members/${mia.id}`, { role: 'admin' })
  await mia.call('DELETE', `/my-teams/${id}/members/${admin.id}`)
  assert.equal(await whoIsIn(all, opens), 'in out out out', 'the purchase is theirs alone')
  const mine = await admin.call('GET', '/my-teams')
  assert.deepEqual(mine.body.free_seats, [{ order_id: order, product: 'Club', seats: 3 }])
  // Neither the former team nor its admin takes it.
  for (const [by, status] of [
    [mia, 404],
    [admin, 404],
  ] as const)
    assert.equal((await by.call('POST', `/my-teams/${id}/seats`, { order_id: order })).status, status)
  const made = await admin.call('POST', '/my-teams', { name: 'Next' })
  assert.equal(made.body.team.seats[0].seats, 3, 'a new team gets the free seats of who makes it')
})

test('seats bought by someone who is no admin are their own; those of two payers add up', async () => {
  const { id, mia, bo, all, product, opens } = await club(1)
  const own = await buySeats(mia, product, 5)
  assert.equal(await whoIsIn(all, opens), 'in in out out')
  assert.equal(
    (await mia.call('POST', `/my-teams/${id}/seats`, { order_id: own })).body.code,
    'not_team_admin',
  )
  await app.owner.query(
    "update public.team_members set role = 'admin' where team_id = $1 and auth_user_id = $2",
    [id, mia.id],
  )
  const used = await mia.call('POST', `/my-teams/${id}/seats`, { order_id: own })
  assert.equal(used.body.team.seats[0].seats, 6)
  assert.equal(await isIn(bo, opens), true)
})

test('a member of two teams has the seats of both; the kind `team` is about the active one', async () => {
  const { id, mia, opens, eve } = await club(3)
  const other = await site.team('Other', mia)
  assert.equal(await isIn(mia, opens), true, 'although another team is active')
  const byTeam = await audience({ kind: 'team' })
  const later = await audience({ kind: 'team', after_days: 3 })
  const active = async (by: Member) => {
    const { rows } = await app.database.once<{ id: string }>(by.claims, {
      text: 'select id from app.my_team() as id',
      values: [],
    })
    return rows.map((row) => row.id)
  }
  assert.deepEqual(await active(mia), [other.id])
  await mia.call('PUT', `/my-teams/${id}`, { active: true })
  assert.deepEqual(await active(mia), [id])
  assert.equal(await isIn(mia, byTeam, 'my_audiences_as_team'), true)
  assert.equal(await isIn(mia, byTeam), false, 'it depends on the row')
  assert.equal(await isIn(mia, later, 'my_audiences_as_team'), false)
  await app.owner.query(
    "update public.team_members set joined_at = now() - interval '73 hours' where team_id = $1 and auth_user_id = $2",
    [id, mia.id],
  )
  assert.equal(await isIn(mia, later, 'my_audiences_as_team'), true)
  assert.equal(await isIn(eve, byTeam, 'my_audiences_as_team'), false)
  assert.deepEqual(await active(eve), [])
})

test('a statement of a member does not place the other members of a large team; everyone has what the list says', async () => {
  const { id, admin, mia, product, order } = await club(3)
  const rows = async (text: string, ...values: unknown[]) => (await app.owner.query(text, values)).rows
  await rows(
    `with made as (insert into auth.users (pool_id, email)
       select $1, 'crowd-' || n || '@example.test' from generate_series(1, 40) as n returning pool_id, id)
     insert into public.team_members (tenant_id, team_id, auth_user_id) select pool_id, $2, id from made`,
    site.id,
    id,
  )
  // As autovacuum does: plans for empty tables are slow.
  await rows('analyze auth.users, public.team_members, public.team_orders, public.orders')
  /** Who has a seat by the order of the places as the tables of the team say, and by the facts that audiences read. */
  const both = async () => {
    const [placed] = await rows(
      `select coalesce(array_agg(auth_user_id || ' ' || since), '{}') as who from app.place_team_seats($1, $2)
       where source_id = $3 and auth_user_id <> $4 and (until is null or until > now())
         and auth_user_id not in (select id from auth.users where banned_until > now())`,
      site.id,
      id,
      product,
      admin.id,
    )
    const [known] = await rows(
      `select coalesce(array_agg(m.auth_user_id || ' ' || f.since), '{}') as who from public.team_members m
       cross join lateral app.audience_facts(m.tenant_id, m.auth_user_id) f
       where m.tenant_id = $1 and m.team_id = $2 and f.kind = 'bought' and f.which = $3::text and m.auth_user_id <> $4`,
      site.id,
      id,
      product,
      admin.id,
    )
    return [placed!.who.toSorted(), known!.who.toSorted()]
  }
  /** Rows of accounts that reading the facts of a member visits. */
  const visited = async () => {
    const [plan] = await rows(
      'explain (analyze, timing off, format json) select * from app.audience_facts($1, $2)',
      site.id,
      mia.id,
    )
    const count = (node: PlanNode): number =>
      (node['Relation Name'] === 'users' ? node['Actual Rows'] * node['Actual Loops'] : 0) +
      (node.Plans ?? []).reduce((sum, child) => sum + count(child), 0)
    return count(plan!['QUERY PLAN'][0].Plan)
  }
  for (const seats of [1, 3, 20, 42, 43, 500]) {
    await setOrder(order, `seats = ${seats}`)
    const [placed, known] = await both()
    assert.deepEqual(known, placed, `${seats} seats`)
  }
  assert.ok((await visited()) <= 1, 'her own account alone')
  /** How often placing the members searches those before a member for ends of bans. */
  const searches = async () => {
    const [plan] = await rows(
      'explain (analyze, timing off, format json) select * from app.place_team_seats($1, $2)',
      site.id,
      id,
    )
    const count = (node: PlanNode): number =>
      (node['Parent Relationship'] === 'SubPlan' ? node['Actual Loops'] : 0) +
      (node.Plans ?? []).reduce((sum, child) => sum + count(child), 0)
    return count(plan!['QUERY PLAN'][0].Plan)
  }
  assert.equal(await searches(), 0, 'no one is banned')
  await app.owner.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
    mia.id,
  ])
  const [placed, known] = await both()
  assert.deepEqual(known, placed, 'with a banned member')
  await setOrder(order, 'seats = 20')
  assert.ok([1, 2].includes(await searches()), 'the member beyond the seats, in each mode')
})

test('a seat that the end of a ban takes back closes at that moment, although no row changes', async () => {
  const { mia, bo, all, opens } = await club(2)
  await app.owner.query("update auth.users set banned_until = now() + interval '1500 ms' where id = $1", [
    mia.id,
  ])
  assert.equal(await whoIsIn(all, opens), 'in out in out')
  await setTimeout(2000)
  assert.equal(await whoIsIn(all, opens), 'in in out out')
  // With a seat for each of them it takes none.
  await app.owner.query('update public.orders set seats = 3 where auth_user_id = $1', [all[0].id])
  assert.equal(await isIn(bo, opens), true)
})

test('a payer in test mode does not come first in a live tenant', async () => {
  const { id, admin, mia, bo, product, opens } = await club(2)
  await app.owner.query("update public.orders set mode = 'live' where auth_user_id = $1", [admin.id])
  const order = await buySeats(bo, product, 1)
  await app.owner.query(
    'insert into public.team_orders (tenant_id, order_id, team_id, auth_user_id) values ($1, $2, $3, $4)',
    [site.id, order, id, bo.id],
  )
  assert.equal(await whoIsIn([admin, mia, bo], opens), 'in in in', 'three seats in test mode')
  await app.owner.query("update public.tenants set stripe_mode = 'live' where id = $1", [site.id])
  assert.equal(
    await whoIsIn([admin, mia, bo], opens),
    'in in out',
    'two seats: the payer and who joined next',
  )
  const seen = await site.owner('GET', `/tenant-teams/${site.id}/teams/${id}`)
  assert.deepEqual(seen.body.products[0].without, [bo.id])
  await app.owner.query("update public.tenants set stripe_mode = 'test' where id = $1", [site.id])
})

test('an admin knows at each invitation whether there is a seat left for it', async () => {
  const { id, admin } = await club(4)
  const taken = async () => {
    const { team } = (await admin.call('GET', '/my-teams')).body
    const studio = (await site.owner('GET', `/tenant-teams/${site.id}/teams/${id}`)).body
    type Product = { product: string; seats: number; without: string[] }
    const names = (all: Product[], members: number, invitations: number) =>
      takenSeats(all, members, invitations)
        .map(({ product }) => product)
        .join()
    return [
      names(team.seats, team.members.length, team.invitations.length),
      names(studio.products, studio.people.length, studio.invited.length),
    ]
  }
  assert.deepEqual(await taken(), ['', ''], '3 of 4 are used')
  await admin.call('POST', `/my-teams/${id}/invitations`, { email: 'one.more@example.test' })
  assert.deepEqual(await taken(), ['Club', 'Club'], 'the open invitation takes the last one')
  const late = await site.member()
  const { secret } = await site.invite(admin, id, late.email)
  await late.call('POST', '/team-invitation/accept', { secret })
  const later = await site.member()
  const next = await site.invite(admin, id, later.email)
  await later.call('POST', '/team-invitation/accept', { secret: next.secret })
  const { team } = (await admin.call('GET', '/my-teams')).body
  assert.deepEqual(team.seats[0].without, [later.id])
  assert.deepEqual(await taken(), ['Club', 'Club'], 'a member without a seat is not counted as using one')
})

test('the owner reads the teams of one customer through the data API', async () => {
  const { id, mia } = await club(1)
  const { data, error } = await app
    .client(app.anonKey, { accessToken: async () => site.ownerToken, global: { fetch: app.fetch } })
    .from('team_members')
    .select('role, is_active, teams(id, name)')
    .eq('tenant_id', site.id)
    .eq('auth_user_id', mia.id)
  assert.equal(error, null)
  assert.deepEqual(data, [{ role: 'member', is_active: true, teams: { id, name: 'Club' } }])
})
