import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { againAfterDeadlock } from '#kernel/db/again.ts'
import { compareFacts } from '#testing/audiences/compare-facts.ts'
import { compareSets, refreshSets } from '#testing/audiences/compare-sets.ts'
import { randomChange } from '#testing/audiences/random-changes.ts'
import { storeEvents } from '#testing/audiences/stored-world.ts'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { seeded } from '#testing/random.ts'
import type { Random } from '#testing/random.ts'
import { connectionsTo, isWaitedFor } from '#testing/second-connections.ts'
import { testDatabase } from '#testing/test-database.ts'

const temporary = await testDatabase()
const { database, owner } = temporary
const products = Array.from({ length: 4 }, () => randomUUID())
const events = Array.from({ length: 3 }, () => randomUUID())

/** A tenant with a few members, who meet in the same teams. */
async function smallTenant(): Promise<string> {
  const { id } = await makeTenant(database)
  await owner.query(
    `insert into auth.users (pool_id, email) select $1, 'first-' || n || '@example.test' from generate_series(1, 12) as n`,
    [id],
  )
  await owner.query(`insert into public.roles (tenant_id, name) values ($1, 'Editor'), ($1, 'Club')`, [id])
  await storeEvents(owner, id, events)
  for (const alternative of [
    { kind: 'everyone' },
    { kind: 'signed_in', after_days: 90 },
    ...['Editor', 'Club'].map((role) => ({ kind: 'role', role })),
    ...products.map((source) => ({ kind: 'bought', source })),
    ...events.map((event) => ({ kind: 'holds_ticket', event })),
  ])
    await owner.query(`insert into public.audiences (tenant_id, name, rule) values ($1, 'Audience', $2)`, [
      id,
      { any: [alternative] },
    ])
  return id
}

/** @returns whether the change was made; a constraint may refuse it */
async function isMade(client: pg.Client, tenant: string, random: Random): Promise<boolean> {
  const [text, ...values] = randomChange(random, products)
  return client.query(text, [tenant, ...values]).then(
    ({ rowCount }) => rowCount !== 0,
    (error: pg.DatabaseError) => {
      // 23: a constraint, such as the one that the last admin of a team stays.
      if (!error.code?.startsWith('23')) throw new Error(`${error.message}: ${text}`, { cause: error })
      return false
    },
  )
}

/** @returns also how many members have stored audiences that hold */
async function compare(tenant: string, said: string) {
  return {
    ...(await compareFacts(owner, tenant, products, said)),
    sets: await compareSets(owner, tenant, said),
  }
}

test('what is stored about members is what a plain model says after each of 400 random changes', async () => {
  const tenant = await smallTenant()
  const random = seeded(16)
  const most = { own: 0, seats: 0, roles: 0, events: 0, made: 0, sets: 0, ended: 0 }
  let stored = 0
  for (let n = 0; n < 400; n++) {
    most.made += Number(await isMade(owner, tenant, random))
    const { own, seats, roles, events: held, sets } = await compare(tenant, `after change ${n}`)
    most.ended += Math.max(0, stored - sets)
    stored = sets
    if (n % 3 === 0) {
      await refreshSets(owner)
      stored = await compareSets(owner, tenant, `computed after change ${n}`)
    }
    most.sets = Math.max(most.sets, stored)
    Object.assign(most, {
      own: Math.max(most.own, own),
      seats: Math.max(most.seats, seats),
      roles: Math.max(most.roles, roles),
      events: Math.max(most.events, held),
    })
  }
  assert.ok(
    most.made > 100 &&
      most.own > 4 &&
      most.seats > 2 &&
      most.roles > 4 &&
      most.events > 2 &&
      most.sets > 10 &&
      most.ended > 100,
    JSON.stringify(most),
  )
})

/** A team of three, of which the first one pays for two seats each month. */
async function payingTeam() {
  const tenant = await smallTenant()
  const { rows: people } = await owner.query('select id from auth.users where pool_id = $1 order by id', [
    tenant,
  ])
  const [team, other] = await Promise.all(
    ['Given', 'Other'].map(async (name) => {
      const { rows } = await owner.query(
        'insert into public.teams (tenant_id, name) values ($1, $2) returning id',
        [tenant, name],
      )
      for (const { id } of people.slice(0, 3))
        await owner.query(
          'insert into public.team_members (tenant_id, team_id, auth_user_id) values ($1, $2, $3)',
          [tenant, rows[0].id, id],
        )
      return rows[0].id as string
    }),
  )
  const { rows: bought } = await owner.query(
    `insert into public.orders (tenant_id, auth_user_id, status, source_id, mode, interval, subscription_status, seats, paid_at,
       state_hash, receipt_hash, seller, name, amount_total, currency, stripe_account_id)
     values ($1, $2, 'paid', $3, 'test', 'month', 'active', 2, now(), $4, $4, 'pay', 'Club', 100, 'eur', 'acct_1') returning id`,
    [tenant, people[0].id, products[0], Buffer.from(randomUUID())],
  )
  // An order of an admin goes to their team at once.
  await owner.query('delete from public.team_orders where tenant_id = $1', [tenant])
  const order = bought[0].id as string
  await owner.query(
    `insert into public.orders (tenant_id, auth_user_id, status, source_id, mode, interval, renewal_of, paid_at, seller, name,
       amount_total, currency, stripe_account_id)
     select tenant_id, auth_user_id, 'paid', source_id, mode, interval, id, now(), seller, name, 100, 'eur', 'acct_1'
     from public.orders where tenant_id = $1 and id = $2`,
    [tenant, order],
  )
  const give = (client: pg.Client, to: string | undefined) =>
    client.query(
      `insert into public.team_orders (tenant_id, order_id, team_id, auth_user_id) values ($1, $2, $3, $4)
       on conflict (tenant_id, order_id) do update set team_id = excluded.team_id`,
      [tenant, order, to, people[0].id],
    )
  return { tenant, order, team, other, give }
}

const REFUND = "update public.orders set status = 'refunded' where tenant_id = $1 and renewal_of = $2"
const CANCEL =
  "update public.orders set subscription_status = 'canceled' where tenant_id = $1 and id = $2 and renewal_of is null"
for (const [what, text] of [
  ['whose renewal is refunded', REFUND],
  ['that is canceled', CANCEL],
] as const)
  for (const how of ['given to a team', 'moved to another team'] as const)
    test(`a purchase ${what} while it is ${how} gives no seats`, async () => {
      const { tenant, order, team, other, give } = await payingTeam()
      if (how !== 'given to a team') await give(owner, other)
      const [giver, seller] = await connectionsTo(temporary, 2)
      await giver!.query('begin')
      await give(giver!, team)
      let isDone = false
      const end = seller!.query(text, [tenant, order]).finally(() => void (isDone = true))
      await eventually(
        'it waits for the other one, or is done without a lock in common',
        async () => isDone || isWaitedFor(giver!),
      )
      await giver!.query('commit')
      assert.equal((await end).rowCount, 1)
      const { rows } = await owner.query('select from app.seat_holders where tenant_id = $1', [tenant])
      assert.equal(rows.length, 0)
      await compare(tenant, 'afterwards')
      // The same again grants: what took the seats was the end of the purchase.
      await owner.query(
        "update public.orders set status = 'paid', subscription_status = 'active' where tenant_id = $1",
        [tenant],
      )
      assert.equal((await compare(tenant, 'with seats')).seats, 2)
    })

test('of changes made at once none is lost: the rows are the same as those computed afterwards', async () => {
  const tenant = await smallTenant()
  const [computing, ...clients] = await connectionsTo(temporary, 7)
  const most = { own: 0, seats: 0 }
  for (let round = 0; round < 8; round++) {
    const working = new Set(clients)
    // Stored audiences are computed all the while.
    const computed = (async () => {
      while (working.size) await refreshSets(computing!)
    })()
    await Promise.all(
      clients.map(async (client, index) => {
        const random = seeded(round * 100 + index)
        for (let n = 0; n < 15; n++)
          await againAfterDeadlock(async () => {
            await client.query('begin')
            try {
              const first = await isMade(client, tenant, random)
              if (first && random.chance(0.3)) await isMade(client, tenant, random)
              await client.query('commit')
            } catch (error) {
              await client.query('rollback')
              throw (error as Error).cause ?? error
            }
          })
        working.delete(client)
      }),
    ).finally(() => working.clear())
    await computed
    const { own, seats } = await compare(tenant, `after round ${round}`)
    Object.assign(most, { own: Math.max(most.own, own), seats: Math.max(most.seats, seats) })
  }
  assert.ok(most.own > 5 && most.seats > 1, JSON.stringify(most))
})
