import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { findMigrations, migrate } from '#kernel/db/migrate.ts'
import { actAs } from '#testing/act-as.ts'
import { compareFacts } from '#testing/audiences/compare-facts.ts'
import { randomAudiences } from '#testing/audiences/random-world.ts'
import { storeAudiences } from '#testing/audiences/stored-world.ts'
import { dropDatabase } from '#testing/drop-database.ts'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { seeded } from '#testing/random.ts'
import { ROOT, testOwnerUrl } from '#testing/test-cluster.ts'
import { connectionsTo, isWaitedFor } from '#testing/second-connections.ts'
import { testDatabase } from '#testing/test-database.ts'

const temporary = await testDatabase()
const { database, owner } = temporary

/** The first migration of the facts. */
const STORED_FROM = '202611271070'

test('what was stored before is known afterwards: the migrations fill in the facts of each member', async () => {
  const name = `bb_test_before_${randomBytes(4).toString('hex')}`
  await owner.query(`create database ${name}`)
  const url = await testOwnerUrl(name)
  const before = new pg.Client({ connectionString: url })
  try {
    const all = findMigrations(ROOT)
    await migrate(
      url,
      all.filter((migration) => migration.name < STORED_FROM),
    )
    await before.connect()
    const tenant = randomUUID()
    await before.query(
      `insert into public.tenants (id, name, owner_user_id) values ($1, 'Before', gen_random_uuid())`,
      [tenant],
    )
    const world = randomAudiences(seeded(75), 'c', 300, ['Editor', 'Reading club'])
    await storeAudiences(before, tenant, 'test', world)
    await migrate(url, all)
    const products = world.people.flatMap(({ orders }) => orders.map(({ source }) => source))
    const { own, seats, roles } = await compareFacts(
      before,
      tenant,
      [...new Set(products)],
      'after migrating',
    )
    assert.ok(own > 50 && seats > 20 && roles > 50, JSON.stringify({ own, seats, roles }))
  } finally {
    await before.end()
    await dropDatabase(owner, name)
  }
})

/** A member of a team with a role that they may get, and an order that is not paid yet. */
async function member() {
  const { id: tenant } = await makeTenant(database)
  const [user, order, product, audience] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const query = (text: string, values: unknown[], client: pg.Client = owner) =>
    client.query(text, [tenant, ...values])
  await query('insert into auth.users (pool_id, id) values ($1, $2)', [user])
  await query(`insert into public.roles (tenant_id, name) values ($1, 'Editor')`, [])
  await query(
    `insert into public.orders (tenant_id, id, auth_user_id, status, source_id, mode, state_hash, receipt_hash, seller, name, amount_total,
       currency, stripe_account_id)
     values ($1, $2, $3, 'pending', $4, 'live', $5, $5, 'pay', 'Loaf', 100, 'eur', 'acct_1')`,
    [order, user, product, randomBytes(32)],
  )
  await query(
    `insert into public.audiences (tenant_id, id, name, rule) values ($1, $2, 'Buyers and editors', $3)`,
    [
      audience,
      {
        any: [
          { kind: 'bought', source: product },
          { kind: 'role', role: 'Editor' },
        ],
      },
    ],
  )
  const isOpen = async () => {
    const { rows } = await database.once<{ open: string[] }>(actAs.endUser(tenant, user), {
      text: 'select array(select app.my_audiences()) as open',
      values: [],
    })
    return rows[0]!.open.includes(audience)
  }
  return {
    isOpen,
    query,
    compare: (said: string) => compareFacts(owner, tenant, [product], said),
    pays: (client: pg.Client) =>
      query(
        `update public.orders set status = 'paid', paid_at = now() where tenant_id = $1 and id = $2`,
        [order],
        client,
      ),
    isGivenRole: (client: pg.Client) =>
      query(
        `insert into public.role_members (tenant_id, auth_user_id, role) values ($1, $2, 'Editor')`,
        [user],
        client,
      ),
    isBanned: (client: pg.Client, until: string | null) =>
      query('update auth.users set banned_until = $3 where pool_id = $1 and id = $2', [user, until], client),
  }
}

test('an order that is deleted, and a sign-up whose time is corrected, change what is known at once', async () => {
  const { isOpen, query, compare, pays } = await member()
  await pays(owner)
  assert.equal(await isOpen(), true)
  await query('delete from public.orders where tenant_id = $1', [])
  assert.equal(await isOpen(), false)
  await query(`update auth.users set created_at = created_at - interval '1 day' where pool_id = $1`, [])
  await compare('after the correction')
})

for (const what of ['pays', 'isGivenRole'] as const)
  for (const first of ['the ban', 'the other'] as const)
    test(`a member who ${what === 'pays' ? 'pays' : 'gets a role'} while they are banned is outside until the ban ends, with ${first} first`, async () => {
      const each = await member()
      const [early, late] = await connectionsTo(temporary, 2)
      const ban = (client: pg.Client) => each.isBanned(client, 'infinity')
      const other = (client: pg.Client) => each[what](client)
      await early!.query('begin')
      await (first === 'the ban' ? ban : other)(early!)
      let isDone = false
      const waiting = (first === 'the ban' ? other : ban)(late!).finally(() => void (isDone = true))
      await eventually(
        'it waits for the other one, or is done without a lock in common',
        async () => isDone || isWaitedFor(early!),
      )
      await early!.query('commit')
      assert.equal((await waiting).rowCount, 1)
      assert.equal(await each.isOpen(), false)
      await each.isBanned(owner, null)
      assert.equal(await each.isOpen(), true)
    })
