import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { PASSWORD, authCall, latestEmailTo, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })

/** Creates a creator with a tenant, an order and a visitor, who signed in an hour ago. */
async function creatorWithShop() {
  const session = await signUp(app, app.anonKey)
  const id = session.user.id
  const tenant = await makeTenant(app.database, { owner: id })
  const visitor = await signUp(app, tenant.public_key)
  await app.owner.query(
    `insert into public.orders (tenant_id, mode, seller, source_id, name, amount_total, currency, stripe_account_id,
       state_hash, receipt_hash)
     values ($1, 'test', 'pay', app.uuidv7(), 'Bread', 500, 'eur', 'acct_1', sha256('s'), sha256('r'))`,
    [tenant.id],
  )
  await app.owner.query(
    "insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, 'free', 'active')",
    [id],
  )
  await app.owner.query("insert into public.bolt_profiles (user_id, display_name) values ($1, 'Ann')", [id])
  await app.owner.query(
    "update auth.sessions set created_at = created_at - interval '1 hour' where user_id = $1",
    [id],
  )
  return { id, session, tenant, visitor, call: functionCall(app, app.anonKey, session.access_token) }
}

/** Counts the remaining rows of the creator, of the tenant, and of the tenant's users. */
async function left({ id, tenant }: { id: string; tenant: { id: string } }) {
  const count = async (text: string, value: string) =>
    Number((await app.owner.query(`select count(*) as n from ${text} = $1`, [value])).rows[0].n)
  return [
    await count('auth.users where id', id),
    await count('public.tenants where owner_user_id', id),
    await count('public.orders where tenant_id', tenant.id),
    await count('auth.users where pool_id', tenant.id),
    await count('public.bolt_profiles where user_id', id),
    await count('public.bolt_subscriptions where user_id', id),
  ]
}

test('[C15] deleting an account deletes its tenants, orders and users; other accounts stay, and its keys stop working', async () => {
  const [ann, bob] = [await creatorWithShop(), await creatorWithShop()]
  const bare = await ann.call('POST', '/delete-account', {})
  assert.equal(bare.status, 400)
  const wrong = await ann.call('POST', '/delete-account', { password: 'not-my-Password-17' })
  assert.equal(wrong.status, 400)
  assert.deepEqual(await left(ann), [1, 1, 1, 1, 1, 1])
  const { status, body } = await ann.call('POST', '/delete-account', { password: PASSWORD })
  assert.deepEqual([status, body], [200, { deleted: true }])
  assert.deepEqual(await left(ann), [0, 0, 0, 0, 0, 0])
  assert.deepEqual(await left(bob), [1, 1, 1, 1, 1, 1])
  assert.match(latestEmailTo(app, ann.session.user.email!).subject, /was deleted/)
  const refresh = (key: string, refresh_token: string) =>
    authCall(app, key)('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
  assert.equal((await refresh(app.anonKey, ann.session.refresh_token)).status, 400)
  assert.notEqual((await refresh(ann.tenant.public_key, ann.visitor.refresh_token)).status, 200)
})

test('[C15] a paid plan does not delay the deletion, whether it renews, was canceled or is past due', async () => {
  for (const status of ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled']) {
    const ann = await creatorWithShop()
    await app.owner.query(
      "update public.bolt_subscriptions set plan_id = 'pro', status = $2 where user_id = $1",
      [ann.id, status],
    )
    await app.owner.query(
      "insert into app.billing_customers (user_id, mode, customer_id) values ($1, 'test', $2)",
      [ann.id, `cus_${status}`],
    )
    assert.equal((await ann.call('POST', '/delete-account', { password: PASSWORD })).status, 200, status)
    assert.deepEqual(await left(ann), [0, 0, 0, 0, 0, 0])
    const { rows } = await app.owner.query(
      "select data from pgboss.job where name = 'plan-customer-end' and data ->> 'customer_id' = $1",
      [`cus_${status}`],
    )
    assert.deepEqual(
      rows.map(({ data }) => data),
      [{ mode: 'test', customer_id: `cus_${status}` }],
      'deleting the customer cancels the subscription',
    )
  }
})

test('anonymous callers, end users and unknown fields are refused', async () => {
  const ann = await creatorWithShop()
  const visitor = functionCall(app, ann.tenant.public_key, ann.visitor.access_token)
  assert.ok([401, 403].includes((await visitor('POST', '/delete-account', { password: PASSWORD })).status))
  const anonymous = functionCall(app, app.anonKey, app.anonKey)
  assert.ok([401, 403].includes((await anonymous('POST', '/delete-account', {})).status))
  assert.equal((await ann.call('POST', '/delete-account', { user_id: ann.id })).status, 400)
  assert.deepEqual(await left(ann), [1, 1, 1, 1, 1, 1])
})

test('[peers M10] a tenant that is created while its creator deletes their account is not created', async () => {
  const ann = await creatorWithShop()
  const claims = { role: 'authenticated' as const, pool: PLATFORM_POOL, sub: ann.id }
  // The deletion has the lock and waits for the creator's customer; the creation waits for the lock.
  await app.owner.query("insert into app.billing_customers (user_id, mode) values ($1, 'test')", [ann.id])
  const waiting = (count: number) =>
    eventually(`${count} wait`, async () => {
      const { rows } = await app.owner.query(
        'select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()',
      )
      return rows.length >= count
    })
  await app.owner.query('begin')
  await app.owner.query('select from app.billing_customers where user_id = $1 for update', [ann.id])
  const deletion = ann.call('POST', '/delete-account', { password: PASSWORD })
  await waiting(1)
  const creation = app.database.withClaims(claims, (db) =>
    sql`select from public.create_tenant_autoprovision('Late')`.execute(db),
  )
  const refused = assert.rejects(creation, { code: '42501', message: 'Not authenticated' })
  await waiting(2)
  await app.owner.query('commit')
  assert.equal((await deletion).status, 200)
  await refused
  assert.deepEqual(await left(ann), [0, 0, 0, 0, 0, 0])
})

test('[peers M10] a tenant that is handed over while its new owner deletes their account belongs to no one else', async () => {
  const [ann, bob] = [await creatorWithShop(), await creatorWithShop()]
  await app.owner.query(
    "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'admin')",
    [ann.tenant.id, bob.id],
  )
  const at = `/tenant-staff/${ann.tenant.id}/ownership`
  const { rows } = await app.owner.query('select name from public.tenants where id = $1', [ann.tenant.id])
  assert.equal((await ann.call('POST', at, { user_id: bob.id, name: rows[0].name })).status, 200)

  const claims = { role: 'authenticated' as const, pool: PLATFORM_POOL, sub: bob.id }
  const accepted = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const handOver = app.database.withClaims(claims, async (db) => {
    await sql`select app.accept_ownership(${ann.tenant.id})`.execute(db)
    accepted.resolve()
    await commit.promise
  })
  await Promise.race([accepted.promise, handOver])
  const deletion = bob.call('POST', '/delete-account', { password: PASSWORD })
  await eventually('the deletion waits', async () => {
    const waiting = await app.owner.query(
      'select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()',
    )
    return waiting.rows.length > 0
  })
  commit.resolve()
  await handOver
  assert.equal((await deletion).status, 200)
  const orphans = await app.owner.query(
    'select t.id from public.tenants t where not exists (select from auth.users u where u.id = t.owner_user_id)',
  )
  assert.deepEqual(orphans.rows, [])

  // The other way around: the offer ends with the account.
  const [mia, leo] = [await creatorWithShop(), await creatorWithShop()]
  await app.owner.query(
    "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'admin')",
    [mia.tenant.id, leo.id],
  )
  await app.owner.query('insert into public.ownership_offers (tenant_id, user_id) values ($1, $2)', [
    mia.tenant.id,
    leo.id,
  ])
  assert.equal((await leo.call('POST', '/delete-account', { password: PASSWORD })).status, 200)
  await assert.rejects(
    app.database.withClaims({ ...claims, sub: leo.id }, (db) =>
      sql`select app.accept_ownership(${mia.tenant.id})`.execute(db),
    ),
    /ownership_offer_open/,
  )
})
