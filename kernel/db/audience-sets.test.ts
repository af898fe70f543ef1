import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { compareSets, refreshSets } from '#testing/audiences/compare-sets.ts'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { connectionsTo, isWaitedFor } from '#testing/second-connections.ts'
import { testDatabase } from '#testing/test-database.ts'

const temporary = await testDatabase()
const { database, owner } = temporary

/** No audience has this id, so a result that has it was read from a stored set. */
const CANARY = 'cccccccc-0000-4000-8000-000000000077'

/** A member of two audiences, and an order that they have not paid yet. */
async function member() {
  const { id: tenant } = await makeTenant(database)
  const [user, product, order, buyers, members] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ]
  await owner.query('insert into auth.users (pool_id, id) values ($1, $2)', [tenant, user])
  const audience = (id: string, ...any: object[]) =>
    owner.query(`insert into public.audiences (tenant_id, id, name, rule) values ($1, $2, 'Audience', $3)`, [
      tenant,
      id,
      { any },
    ])
  await audience(members, { kind: 'signed_in' })
  await audience(buyers, { kind: 'bought', source: product })
  const run = (text: string, values: unknown[] = [], client: pg.Client = owner) => client.query(text, values)
  const opens = async (more: object = {}) => {
    const { rows } = await database.once<{ open: string[]; merged: string[] }>(
      { ...actAs.endUser(tenant, user), ...more },
      {
        text: `select array(select app.my_audiences()) as open,
          array(select o.id from app.open_to_me() as o (id)) as merged`,
        values: [],
      },
    )
    assert.deepEqual(rows[0]!.merged, rows[0]!.open)
    return rows[0]!.open
  }
  return {
    tenant,
    user,
    buyers,
    members,
    audience,
    opens,
    /** Computes the member's set, and adds the canary to it. */
    store: async () => {
      await refreshSets(owner)
      await run(
        `update app.audience_sets set audiences = audiences || $3::uuid where tenant_id = $1 and auth_user_id = $2`,
        [tenant, user, CANARY],
      )
      assert.ok((await opens()).includes(CANARY), 'the stored set is read')
    },
    isComputed: async (said: string, expected: string[]) => {
      assert.deepEqual((await opens()).toSorted(), expected.toSorted(), said)
    },
    orders: (client?: pg.Client) =>
      run(
        `insert into public.orders (tenant_id, id, auth_user_id, status, paid_at, source_id, mode, state_hash, receipt_hash, seller, name,
           amount_total, currency, stripe_account_id)
         values ($1, $2, $3, 'paid', now(), $4, 'live', $5, $5, 'pay', 'Loaf', 100, 'eur', 'acct_1')`,
        [tenant, order, user, product, Buffer.from(randomUUID())],
        client,
      ),
    refunds: (client?: pg.Client) =>
      run(`update public.orders set status = 'refunded' where tenant_id = $1`, [tenant], client),
    renames: (client?: pg.Client) =>
      run(
        `update public.audiences set rule = '{"any": []}' where tenant_id = $1 and id = $2`,
        [tenant, members],
        client,
      ),
  }
}

test('stored audiences hold until a fact, an audience or the mode of the tenant changes', async () => {
  const { tenant, user, buyers, members, audience, store, isComputed, orders, refunds } = await member()
  const run = (text: string, ...values: unknown[]) => owner.query(text, [tenant, ...values])
  await isComputed('before they are stored', [members])
  await store()
  await orders()
  await isComputed('a fact is added', [members, buyers])
  await store()
  await run(`update auth.users set created_at = created_at - interval '1 day' where pool_id = $1`)
  await isComputed('a fact is changed', [members, buyers])
  await store()
  await run(`update auth.users set banned_until = now() + interval '1 hour' where pool_id = $1`)
  await isComputed('a ban', [])
  await refreshSets(owner)
  await isComputed('a ban that was noticed', [])
  await run('update auth.users set banned_until = null where pool_id = $1')
  await store()
  await refunds()
  await isComputed('a fact is removed', [members])

  await store()
  const everyone = randomUUID()
  await audience(everyone, { kind: 'everyone' })
  await isComputed('an audience is added', [members, everyone])
  await store()
  await run(`update public.audiences set rule = '{"any": []}' where tenant_id = $1 and id = $2`, everyone)
  await isComputed('an audience is changed', [members])
  await store()
  await run('delete from public.audiences where tenant_id = $1 and id = $2', members)
  await isComputed('an audience is deleted', [])
  await audience(members, { kind: 'people', ids: [user] })
  await store()
  await run(
    `update public.tenants set stripe_mode = case stripe_mode when 'test' then 'live' else 'test' end where id = $1`,
  )
  await isComputed('the mode changes', [members])
})

test('what changes no audience leaves the stored ones as they are', async () => {
  const { tenant, audience, opens, store } = await member()
  await store()
  await owner.query(`update public.audiences set name = 'Renamed' where tenant_id = $1`, [tenant])
  await audience(randomUUID())
  await owner.query(`update public.tenants set name = 'Renamed' where id = $1`, [tenant])
  await owner.query(`update auth.users set last_sign_in_at = now() where pool_id = $1`, [tenant])
  assert.ok((await opens()).includes(CANARY))
})

test('stored audiences end at the moment when the clock changes them, and are for the member alone', async () => {
  const { tenant, user, members, audience, opens, store, isComputed } = await member()
  const until = async () => {
    const { rows } = await owner.query<{ until: Date }>(
      'select until from app.audience_sets where tenant_id = $1 and auth_user_id = $2',
      [tenant, user],
    )
    return rows[0]!.until
  }
  const { rows: at } = await owner.query<Record<'joined' | 'from' | 'to', Date>>(
    `select created_at as joined, date_trunc('second', now() + interval '2 days') as from,
       date_trunc('second', now() + interval '3 hours') as to from auth.users where pool_id = $1`,
    [tenant],
  )
  const { joined, from, to } = at[0]!
  const moment = (date: Date) => date.toISOString().replace('.000', '')
  await refreshSets(owner)
  assert.equal(await until(), Infinity)
  await audience(randomUUID(), { kind: 'signed_in', after_days: 5 })
  await refreshSets(owner)
  assert.equal((await until()).getTime(), joined.getTime() + 5 * 24 * 3600 * 1000)
  await audience(randomUUID(), { kind: 'signed_in', from: moment(from) })
  await refreshSets(owner)
  assert.deepEqual(await until(), from)
  const closing = randomUUID()
  await audience(closing, { kind: 'everyone', until: moment(to) })
  await store()
  assert.deepEqual(await until(), to)

  for (const [said, claims, expected] of [
    ['another member of the tenant', { sub: randomUUID() }, [closing]],
    ['a visitor', { role: 'anon', sub: undefined }, [closing]],
    ['an assumed member', { pretend: [] }, []],
    ['the same id at another tenant', { tenant: randomUUID() }, []],
    ['a creator', { role: 'service_role' }, null],
  ] as const)
    if (expected) assert.deepEqual(await opens(claims as object), expected, said)
  await owner.query(
    `update app.audience_sets set until = now() where tenant_id = $1 and auth_user_id is not null`,
    [tenant],
  )
  await isComputed('afterwards', [members, closing])
  await refreshSets(owner)
  assert.deepEqual(await until(), to, 'they are computed again')
})

test('members read their own stored audiences, and no others', async () => {
  const [one, other] = [await member(), await member()]
  await owner.query('insert into auth.users (pool_id) values ($1)', [one.tenant])
  await one.store()
  await other.store()
  const read = async (claims: Claims) => {
    const { rows } = await database.once<{ member_id: string }>(claims, {
      text: 'select member_id from app.audience_sets',
      values: [],
    })
    return rows.map((row) => row.member_id)
  }
  assert.deepEqual(await read(actAs.endUser(one.tenant, one.user)), [one.user])
  assert.deepEqual(await read(actAs.endUser(other.tenant, other.user)), [other.user])
  assert.deepEqual(await read(actAs.endUser(one.tenant, other.user)), [])
  assert.deepEqual(await read({ ...actAs.endUser(one.tenant, one.user), pretend: [] }), [])
  assert.deepEqual(await read(actAs.visitor(one.tenant)), [])
})

test('a deleted account or tenant leaves no stored audiences, and no note of a change', async () => {
  const { tenant, user, store, orders } = await member()
  const left = async () =>
    (await owner.query('select from app.audience_sets where tenant_id = $1', [tenant])).rowCount
  await store()
  assert.equal(await left(), 1)
  await orders()
  assert.equal(await left(), 2)
  await store()
  await owner.query('delete from auth.users where pool_id = $1', [tenant])
  assert.equal(await left(), 0)
  // As by a change that is made while the account is being deleted.
  await owner.query(
    `insert into app.audience_sets (tenant_id, member_id, until) values ($1, $2, '-infinity')`,
    [tenant, user],
  )
  await refreshSets(owner)
  assert.equal(await left(), 0)
})

for (const what of ['orders', 'refunds'] as const)
  test(`sets that are computed while a member ${what} do not hide the change`, async () => {
    const each = await member()
    const [changing] = await connectionsTo(temporary, 1)
    if (what === 'refunds') await each.orders()
    await each.store()
    await changing!.query('begin')
    await each[what](changing)
    // Something else has changed as well, so the set is computed before the change is visible.
    await owner.query(
      'update app.audience_sets set until = now() where tenant_id = $1 and auth_user_id is not null',
      [each.tenant],
    )
    await refreshSets(owner)
    assert.equal(await compareSets(owner, each.tenant, 'before the change'), 1)
    await changing!.query('commit')
    await each.isComputed(
      'after the change',
      what === 'orders' ? [each.members, each.buyers] : [each.members],
    )
    assert.equal(await compareSets(owner, each.tenant, 'after the change'), 0)
  })

test('an audience that changes and sets that are computed wait for each other', async () => {
  const each = await member()
  const [changing, computing] = await connectionsTo(temporary, 2)
  await each.store()
  await changing!.query('begin')
  await each.renames(changing)
  await refreshSets(owner)
  await changing!.query('commit')
  await each.isComputed('changed first', [])

  await owner.query(
    `update public.audiences set rule = '{"any": [{"kind": "signed_in"}]}' where tenant_id = $1 and id = $2`,
    [each.tenant, each.members],
  )
  await computing!.query('begin')
  await refreshSets(computing!)
  let isDone = false
  const change = each.renames(changing).finally(() => void (isDone = true))
  await eventually('the change waits', async () => isDone || isWaitedFor(computing!))
  assert.equal(isDone, false)
  await computing!.query('commit')
  await change
  await each.isComputed('computed first', [])
})

test('members who are just being banned come next time, and no one waits', async () => {
  const each = await member()
  const [banning] = await connectionsTo(temporary, 1)
  await owner.query('insert into auth.users (pool_id) values ($1)', [each.tenant])
  await banning!.query('begin')
  await banning!.query(`update auth.users set banned_until = 'infinity' where id = $1`, [each.user])
  await refreshSets(owner)
  assert.equal(await compareSets(owner, each.tenant, 'meanwhile'), 1)
  await banning!.query('commit')
  await each.isComputed('banned', [])
  await refreshSets(owner)
  assert.equal(await compareSets(owner, each.tenant, 'afterwards'), 2)
})

test('members whose accounts are locked keep no others waiting, of the same tenant and of another one', async () => {
  const [first, second] = [await member(), await member()]
  const [locking] = await connectionsTo(temporary, 1)
  await refreshSets(owner)
  const lack = (tenant: string, user: string) =>
    owner.query(`insert into app.audience_sets (tenant_id, member_id, until) values ($1, $2, '-infinity')`, [
      tenant,
      user,
    ])
  const due = async () =>
    (
      await owner.query<{ id: string }>('select member_id as id from app.audience_sets where until <= now()')
    ).rows
      .map(({ id }) => id)
      .toSorted()
  const { rows } = await owner.query<{ id: string }>(
    'insert into auth.users (pool_id) values ($1) returning id',
    [first.tenant],
  )
  await refreshSets(owner)
  await locking!.query('begin')
  await locking!.query('select from auth.users where id = any ($1) for update', [[first.user, second.user]])
  const locked = [first.user, second.user].toSorted()
  // The locked one is the first who is due, and each call takes one.
  await lack(first.tenant, first.user)
  await lack(first.tenant, rows[0]!.id)
  await lack(second.tenant, second.user)
  const refresh = async () =>
    (await owner.query<{ count: number }>('select app.refresh_audience_sets(1) as count')).rows[0]!.count
  assert.equal(await refresh(), 1)
  assert.deepEqual(await due(), locked)
  assert.equal(await refresh(), 0, 'there is nothing to do now')
  await locking!.query('commit')
  assert.equal(await refresh(), 1)
  assert.equal(await refresh(), 1)
  assert.deepEqual(await due(), [])
})

test('a call reads what it computes, however many tenants are due, and no tenant is always the first', async () => {
  await refreshSets(owner)
  /** Rows of the table that some calls read, by the index that finds due sets. */
  const readBy = async (run: () => Promise<void>) => {
    const count = async () => {
      await owner.query('select pg_stat_force_next_flush()')
      const { rows } = await owner.query<{ count: number }>(
        `select (select sum(i.idx_tup_read) + max(t.seq_tup_read) from pg_stat_user_indexes i join pg_stat_user_tables t using (relid)
           where relid = 'app.audience_sets'::regclass)::integer as count`,
      )
      return rows[0]!.count
    }
    const before = await count()
    await run()
    return (await count()) - before
  }
  // Notes about accounts that are deleted, each at a tenant of its own.
  await owner.query(
    `insert into app.audience_sets (tenant_id, member_id, until)
     select app.uuidv7(), gen_random_uuid(), '-infinity' from generate_series(1, 3000)`,
  )
  await owner.query('analyze app.audience_sets')
  const read = await readBy(async () => {
    for (let calls = 0; calls < 10; calls++)
      assert.equal((await owner.query('select app.refresh_audience_sets(200) as count')).rows[0].count, 1)
  })
  // A call starts at a random place, so its count varies: 1,600 at most so far. Reading all notes each time is 30,000.
  assert.ok(read < 6000, `${read} rows read by 10 calls`)
  const { rows } = await owner.query<{ tenant: string }>(
    `select app.due_tenant('{}') as tenant from generate_series(1, 20)`,
  )
  assert.ok(new Set(rows.map(({ tenant }) => tenant)).size > 2)
  await owner.query('delete from app.audience_sets')
})
