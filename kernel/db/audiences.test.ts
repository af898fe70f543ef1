import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { refreshSets } from '#testing/audiences/compare-sets.ts'
import { isIn, isInAsOwner, seatsOf } from '#testing/audiences/model.ts'
import type { Person } from '#testing/audiences/model.ts'
import { randomAudiences } from '#testing/audiences/random-world.ts'
import { storeAudiences } from '#testing/audiences/stored-world.ts'
import { makeTenant } from '#testing/factories.ts'
import { seeded } from '#testing/random.ts'
import { testDatabase } from '#testing/test-database.ts'

const { database, owner } = await testDatabase()

for (const { mode, letter, count } of [
  { mode: 'live', letter: 'a', count: 1000 },
  { mode: 'test', letter: 'b', count: 100 },
] as const)
  test(`[peers D9] ${count} random audiences and ${count} random people: the database agrees with a plain model on every pair, in ${mode} mode`, async () => {
    const { id: tenantId } = await makeTenant(database)
    const world = randomAudiences(seeded(count), letter, count, ['Editor', 'Reading club', 'Élan vital'], 12)
    await storeAudiences(owner, tenantId, mode, world)
    // Policies read what is stored about each member, and the server's statements compute it.
    await refreshSets(owner)
    const { rows: sets } = await owner.query<{ open: number }>(
      `select count(*)::int as open from app.audience_sets where tenant_id = $1 and audiences <> '{}' and until > now()`,
      [tenantId],
    )
    assert.ok(sets[0]!.open > count / 2, `few have stored audiences: ${sets[0]!.open}`)

    const open = new Map<Person, Set<string>>()
    // For the smaller world only: its connection runs one statement at a time.
    if (count <= 100) for (const person of world.people) open.set(person, await openRules(tenantId, person))

    const differences: string[] = []
    const counted = { in: 0, asOwner: 0, bySeat: 0 }
    await eachOf(world.people, async (person) => {
      const found = await audiencesOf(claimsOf(tenantId, person))
      assert.deepEqual(await serverFinds(tenantId, person), found.in)
      const inPlace = open.get(person) ?? found.in
      const seats = seatsOf(person, world.teams, world.now, mode)
      counted.bySeat += Number(seats.length > 0)
      for (const { id, any } of world.audiences) {
        const expected = {
          in: isIn(any, person, world.now, mode, seats),
          asOwner: isInAsOwner(any, person, world.now),
        }
        counted.in += Number(expected.in)
        counted.asOwner += Number(expected.asOwner)
        if (
          found.in.has(id) !== expected.in ||
          inPlace.has(id) !== expected.in ||
          found.asOwner.has(id) !== expected.asOwner
        )
          differences.push(JSON.stringify({ person, any, expected }))
      }
    })
    assert.deepEqual(differences.slice(0, 3), [], `${differences.length} pairs differ`)
    const share = counted.in / count ** 2
    assert.ok(counted.bySeat > count / 20, `few have a seat: ${counted.bySeat}`)
    assert.ok(share > 0.1 && share < 0.9 && counted.asOwner > count, `the worlds decide little: ${share}`)
  })

test('[peers D9] a refund, an ended subscription, a ban and a deleted account close with the next statement', async () => {
  const { id: tenantId } = await makeTenant(database)
  const now = new Date()
  const [once, monthly, audience] = [randomUUID(), randomUUID(), randomUUID()]
  const payment = { status: 'paid', paidAt: now, dispute: null, mode: 'live' as const, renewals: [] }
  const person: Person = {
    id: randomUUID(),
    is: 'member',
    joinedAt: now,
    bannedUntil: null,
    deletedAt: null,
    roles: [],
    tickets: [],
    orders: [
      { ...payment, id: randomUUID(), source: once, interval: null, subscription: null, seats: null },
      {
        ...payment,
        id: randomUUID(),
        source: monthly,
        interval: 'month',
        subscription: 'active',
        seats: null,
      },
    ],
  }
  const any = [once, monthly].map((source) => ({ kind: 'bought', source }))
  await storeAudiences(owner, tenantId, 'live', {
    now,
    people: [person],
    teams: [],
    events: [],
    audiences: [{ id: audience, any }],
  })
  const openings = async () => (await audiencesOf(claimsOf(tenantId, person))).in
  const of = `where tenant_id = '${tenantId}' and source_id`

  assert.deepEqual([...(await openings())], [audience])
  await owner.query(`update public.orders set status = 'refunded' ${of} = '${once}'`)
  assert.deepEqual([...(await openings())], [audience], 'the subscription alone opens it')
  await owner.query(`update public.orders set subscription_status = 'canceled' ${of} = '${monthly}'`)
  assert.deepEqual([...(await openings())], [])
  await owner.query(`update public.orders set subscription_status = 'past_due' ${of} = '${monthly}'`)
  assert.deepEqual([...(await openings())], [audience])
  const account = (change: string) =>
    owner.query(`update auth.users set ${change} where pool_id = $1 and id = $2`, [tenantId, person.id])
  await account(`banned_until = now() + interval '1 hour'`)
  assert.deepEqual([...(await openings())], [])
  await account('banned_until = now()')
  assert.deepEqual([...(await openings())], [audience])
  await account('deleted_at = now()')
  assert.deepEqual([...(await openings())], [])
})

/** The audiences that the two functions of policies return to a caller. */
async function audiencesOf(claims: Claims): Promise<{ in: Set<string>; asOwner: Set<string> }> {
  const own = claims.role === 'end_user' ? 'array(select app.my_audiences_as_owner())' : `'{}'::uuid[]`
  const { rows } = await database.once<{ mine: string[]; merged: string[]; own: string[] }>(claims, {
    text: `select array(select app.my_audiences()) as mine, array(select o.id from app.open_to_me() as o (id)) as merged, ${own} as own`,
    values: [],
  })
  assert.deepEqual(new Set(rows[0]!.merged), new Set(rows[0]!.mine))
  return { in: new Set(rows[0]!.mine), asOwner: new Set(rows[0]!.own) }
}

/** The same in a statement of the server, which has no claims of the caller. */
async function serverFinds(tenantId: string, { id, is }: Person): Promise<Set<string>> {
  const { rows } = await database.once<{ ids: string[] }>(actAs.service(), {
    text: 'select array(select app.audiences_of($1, $2)) as ids',
    values: [tenantId, is === 'visitor' ? null : id],
  })
  return new Set(rows[0]!.ids)
}

/** The rules that open to a person when they are stored in place. */
async function openRules(tenantId: string, { id, is }: Person): Promise<Set<string>> {
  const { rows } = await owner.query<{ id: string }>(
    `select a.id from public.audiences a
     left join auth.users u on u.pool_id = $1 and u.id = $2 and u.deleted_at is null
       and (u.banned_until is null or u.banned_until <= now())
     cross join lateral (
       select jsonb_agg(to_jsonb(f)) as known from app.audience_facts($1, u.id) f) as facts
     where a.tenant_id = $1 and app.rule_opens(a.rule, facts.known)`,
    [tenantId, is === 'visitor' ? null : id],
  )
  return new Set(rows.map((row) => row.id))
}

const claimsOf = (tenantId: string, { id, is }: Person): Claims =>
  is === 'visitor' ? actAs.visitor(tenantId) : actAs.endUser(tenantId, id)

/** Ten at a time, as many as the pool has connections. */
async function eachOf<T>(list: T[], work: (each: T) => Promise<void>): Promise<void> {
  const queue = [...list]
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let each = queue.pop(); each; each = queue.pop()) await work(each)
    }),
  )
}
