import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { againAfterDeadlock } from '#kernel/db/again.ts'
import { loadWorld } from '#testing/audiences/loaded-world.ts'
import { boughtSince, isInGoodStanding, seatsOf } from '#testing/audiences/model.ts'
import { randomChange } from '#testing/audiences/random-changes.ts'
import { makeTenant } from '#testing/factories.ts'
import { seeded } from '#testing/random.ts'
import type { Random } from '#testing/random.ts'
import { testDatabase } from '#testing/test-database.ts'

const temporary = await testDatabase()
const { database, owner, ownerUrl } = temporary
const products = Array.from({ length: 4 }, () => randomUUID())

/** A tenant with a few members, who meet in the same teams. */
async function smallTenant(): Promise<string> {
  const { id } = await makeTenant(database)
  await owner.query(
    `insert into auth.users (pool_id, email) select $1, 'first-' || n || '@example.test' from generate_series(1, 12) as n`,
    [id],
  )
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

/** Compares what audiences read about each member with the plain model. @returns how many facts there are */
async function compare(tenant: string, said: string): Promise<{ own: number; seats: number }> {
  const { mode, people, teams } = await loadWorld(owner, tenant)
  const now = new Date()
  const { rows } = await owner.query<{ id: string; which: string; since: Date }>(
    `select u.id, f.which, min(f.since) as since from auth.users u
     cross join lateral app.bought_facts(u.pool_id, u.id, u.created_at) f where u.pool_id = $1 group by u.id, f.which`,
    [tenant],
  )
  const counted = { own: 0, seats: 0 }
  for (const person of people.filter((each) => isInGoodStanding(each, now))) {
    const seats = seatsOf(person, teams, now, mode)
    const expected = products.flatMap((source) => {
      const since = boughtSince(source, person, mode, seats)
      return since ? [`${source} ${since.toISOString()}`] : []
    })
    const found = rows
      .filter(({ id }) => id === person.id)
      .map(({ which, since }) => `${which} ${since.toISOString()}`)
    assert.deepEqual(found.toSorted(), expected.toSorted(), said)
    counted.own += expected.length
    counted.seats += seats.length
  }
  return counted
}

test('what is stored about purchases and seats is what a plain model says after each of 300 random changes', async () => {
  const tenant = await smallTenant()
  const random = seeded(16)
  const most = { own: 0, seats: 0, made: 0 }
  for (let n = 0; n < 300; n++) {
    most.made += Number(await isMade(owner, tenant, random))
    const { own, seats } = await compare(tenant, `after change ${n}`)
    Object.assign(most, { own: Math.max(most.own, own), seats: Math.max(most.seats, seats) })
  }
  assert.ok(most.made > 200 && most.own > 10 && most.seats > 5, JSON.stringify(most))
})

test('of changes made at once none is lost: the rows are the same as those computed afterwards', async () => {
  const tenant = await smallTenant()
  const clients = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const client = new pg.Client({ connectionString: ownerUrl })
      await client.connect()
      return client
    }),
  )
  temporary.beforeDrop(async () => void (await Promise.all(clients.map((client) => client.end()))))
  const most = { own: 0, seats: 0 }
  for (let round = 0; round < 8; round++) {
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
      }),
    )
    const { own, seats } = await compare(tenant, `after round ${round}`)
    Object.assign(most, { own: Math.max(most.own, own), seats: Math.max(most.seats, seats) })
  }
  assert.ok(most.own > 5 && most.seats > 1, JSON.stringify(most))
})
