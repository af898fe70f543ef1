import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { isUndone } from '#kernel/db/database-error.ts'
import { sweep } from '#services/storage/removal/sweep.ts'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import type { TestTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { PASSWORD, authCall, signUp } from '#testing/test-users.ts'
import { realtimeApp } from '#testing/realtime-app.ts'

const app = await realtimeApp()
const creators = { ann: await signUp(app, app.anonKey), bob: await signUp(app, app.anonKey) }
const asAnn = functionCall(app, app.anonKey, creators.ann.access_token)
const asBob = functionCall(app, app.anonKey, creators.bob.access_token)

/** Our tables whose rows belong to a tenant, with the column that names it. */
const { rows: tables } = await app.owner.query<{ name: string; owner: string }>(
  `select format('%I.%I', n.nspname, c.relname) as name, a.attname as owner from pg_catalog.pg_class c
   join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname in ('tenant_id', 'pool_id')
   where c.relkind = 'r' and n.nspname in ('public', 'app', 'auth', 'storage', 'realtime')`,
)

/** Returns the tables with rows of this tenant. */
async function tablesOf({ id }: { id: string }): Promise<string[]> {
  const found: string[] = []
  for (const { name, owner } of tables) {
    const { rows } = await app.owner.query(`select from ${name} where ${owner} = $1 limit 1`, [id])
    if (rows.length) found.push(name)
  }
  return found.toSorted()
}

/** Returns every table, including the queue's, with the text in any row. */
async function mentioning(text: string): Promise<string[]> {
  const { rows } = await app.owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_catalog.pg_class c
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname in ('public', 'app', 'auth', 'storage', 'realtime', 'pgboss')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const hits = await app.owner.query(
      `select from ${name} t where strpos(to_jsonb(t)::text, $1) > 0 limit 1`,
      [text],
    )
    if (hits.rows.length) found.push(name)
  }
  return found
}

/** Counts the files in the tenant's folder. */
function filesOf({ id }: { id: string }): number {
  const all = readdirSync(join(app.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
  return all.filter((file) => file.isFile() && file.parentPath.includes(id)).length
}

/** Adds a row as the database's owner. */
async function insert(table: string, values: Record<string, unknown>): Promise<void> {
  const names = Object.keys(values)
  await app.owner.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(values),
  )
}

/**
 * Creates a tenant with some of everything: signed-in users, orders, files, channels, settings, waiting jobs.
 */
async function fullTenant(owner: keyof typeof creators, name = 'Hearth & Rye') {
  const creator = creators[owner]
  const tenant = await makeTenant(app.database, { owner: creator.user.id, name })
  const { id } = tenant
  const visitor = await signUp(app, tenant.public_key)
  const member = app.visit(tenant.public_key, { token: visitor.access_token })
  const joined = await member
    .from('end_users')
    .insert({ tenant_id: id, auth_user_id: visitor.user.id, email: visitor.user.email })
  assert.equal(joined.error, null)
  const key = (n: number) => Buffer.from(`${id} ${n}`)
  await insert('public.orders', {
    tenant_id: id,
    mode: 'live',
    status: 'paid',
    seller: 'pay',
    source_id: randomUUID(),
    name: 'Bread club',
    amount_total: 900,
    currency: 'eur',
    interval: 'month',
    auth_user_id: visitor.user.id,
    stripe_account_id: 'acct_of_hearth',
    stripe_subscription_id: `sub_${id.replaceAll('-', '')}`,
    subscription_status: 'active',
    state_hash: key(1),
    receipt_hash: key(2),
    paid_at: '2026-05-01',
  })
  await insert('public.payment_accounts', {
    tenant_id: id,
    mode: 'live',
    account_id: `acct_${id.replaceAll('-', '')}`,
    kind: 'standard',
  })
  await insert('public.smoke_payments', { tenant_id: id, account_id: 'acct_of_hearth' })
  await insert('app.connect_states', {
    tenant_id: id,
    state_hash: key(3),
    mode: 'test',
    user_id: creator.user.id,
  })
  await insert('app.day_passes', { tenant_id: id, user_id: creator.user.id, source: 'granted', mode: 'test' })
  await insert('app.webhook_endpoints', {
    tenant_id: id,
    mode: 'live',
    place: 1,
    url: 'https://hook.example/',
    events: ['order.paid'],
    secret_sealed: 'sealed',
  })
  await insert('app.webhook_messages', { tenant_id: id, mode: 'live', type: 'x', object_id: 'x', data: '{}' })
  await insert('auth.pool_settings', { pool_id: id })
  await insert('auth.providers', { pool_id: id, name: 'google', client_id: 'x' })
  await insert('auth.oauth_clients', {
    pool_id: id,
    client_name: 'Members',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['https://members.example/'],
    grant_types: ['authorization_code'],
  })
  await insert('auth.passkey_challenges', {
    pool_id: id,
    challenge_hash: key(4),
    origin: 'https://hearth.example',
    rp_id: 'hearth.example',
    expires_at: '2999-01-01',
  })
  await insert('auth.mfa_factors', {
    pool_id: id,
    user_id: visitor.user.id,
    factor_type: 'totp',
    secret_sealed: 'sealed',
  })
  await insert('realtime.messages', {
    pool_id: id,
    topic: 'room',
    extension: 'broadcast',
    event: 'x',
    payload: '{}',
  })
  await app.database.asService('test: a test', async (db) => {
    await app.kernel.jobs.send(db, 'webhook-out', { tenant_id: id, id: randomUUID() })
    await app.kernel.jobs.send(db, 'mail', { letter: 'order-paid-buyer', tenant: id, order: randomUUID() })
  })

  const files = app.client(app.anonKey, {
    accessToken: async () => creator.access_token,
    global: { fetch: app.fetch, headers: { 'x-bb-pool': id } },
  }).storage
  assert.equal((await files.createBucket('photos')).error, null)
  assert.equal((await files.from('photos').upload('a.txt', 'bytes of the tenant')).error, null)

  const room = member.channel('room')
  const statuses: string[] = []
  await new Promise<void>((open) => {
    room.subscribe((status) => {
      statuses.push(status)
      if (statuses.includes('SUBSCRIBED')) open()
    })
  })
  return { ...tenant, visitor, statuses }
}
type Full = Awaited<ReturnType<typeof fullTenant>>

const request = (tenant: TestTenant, name = tenant.name) => ({ tenant_id: tenant.id, name })
const alive = async ({ public_key, visitor }: Full) =>
  (await authCall(app, public_key)('GET', '/user', { token: visitor.access_token })).status === 200

test('[C15] deleting a tenant deletes its rows, files, sessions, channels and jobs; other tenants are unchanged', async () => {
  const [deleted, kept, bobs] = [
    await fullTenant('ann'),
    await fullTenant('ann', 'Stillwater Yoga'),
    await fullTenant('bob'),
  ]
  const before = await tablesOf(deleted)
  assert.ok(before.length >= 20, before.join(' '))
  const others = [await tablesOf(kept), await tablesOf(bobs)]
  assert.deepEqual([filesOf(deleted), filesOf(kept), filesOf(bobs)], [1, 1, 1])
  assert.ok((await mentioning(deleted.id)).includes('pgboss.job'))
  const sessions = (await mentioning(deleted.visitor.user.id)).length
  assert.ok(sessions > 2)

  const { status, body } = await asAnn('POST', '/delete-tenant', request(deleted))
  assert.deepEqual([status, body], [200, { deleted: true }])

  // Its files can be removed immediately, and the server's scheduled sweep removes them.
  assert.deepEqual(await tablesOf(deleted), ['storage.loose_files'])
  await sweep(app.kernel)
  assert.deepEqual(await tablesOf(deleted), [])
  assert.equal(filesOf(deleted), 0)
  for (const text of [deleted.id, deleted.public_key, deleted.visitor.user.id, deleted.visitor.user.email!])
    assert.deepEqual(await mentioning(text), [], text)

  // The key no longer works for anyone, and open sessions and channels end.
  await eventually('the key has no tenant', async () => {
    const card = await app
      .client(deleted.public_key)
      .from('tenants')
      .select('*')
      .eq('public_key', deleted.public_key)
    return card.data === null || card.data.length === 0
  })
  await eventually('the visitor’s session has ended', async () => !(await alive(deleted)))
  const refresh = await authCall(app, deleted.public_key)('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: deleted.visitor.refresh_token },
  })
  assert.ok([400, 401].includes(refresh.status), String(refresh.status))
  await eventually('the channel is closed', async () =>
    deleted.statuses.some((status) => status !== 'SUBSCRIBED'),
  )
  // The pages of the blocks then say that they are not available.
  assert.equal(await app.kernel.tenancy.byPublicKey(deleted.public_key), undefined)

  assert.deepEqual([await tablesOf(kept), await tablesOf(bobs)], others)
  assert.deepEqual([filesOf(kept), filesOf(bobs)], [1, 1])
  assert.deepEqual([await alive(kept), await alive(bobs)], [true, true])
  assert.deepEqual([kept.statuses, bobs.statuses], [['SUBSCRIBED'], ['SUBSCRIBED']])
  assert.equal((await mentioning(bobs.id)).includes('pgboss.job'), true)
  assert.equal(
    (await asAnn('POST', '/delete-tenant', request(deleted))).status,
    404,
    'it can be deleted only once',
  )

  // Then delete the whole account with its remaining tenant.
  const ended = await asAnn('POST', '/delete-account', { password: PASSWORD })
  assert.equal(ended.status, 200)
  await sweep(app.kernel)
  assert.deepEqual(await tablesOf(kept), [])
  assert.equal(filesOf(kept), 0)
  assert.deepEqual(await mentioning(kept.id), [])
  assert.deepEqual(await mentioning(creators.ann.user.id), [])
  assert.deepEqual(await tablesOf(bobs), others[1])
  assert.deepEqual([await alive(bobs), bobs.statuses, filesOf(bobs)], [true, ['SUBSCRIBED'], 1])
})

test('[C15] no table keeps rows of a deleted tenant: each references it, or a trigger of the deletion names it', async () => {
  const { rows } = await app.owner.query<{ name: string }>(
    `with recursive goes(oid) as (
       select 'public.tenants'::regclass::oid
       union
       select found.oid from goes, lateral (
         -- References a table whose rows are deleted, through columns that are never null.
         select k.conrelid as oid from pg_constraint k
         where k.confrelid = goes.oid and k.contype = 'f' and k.confdeltype = 'c'
           and not exists (select from pg_attribute a
             where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and not a.attnotnull)
         union all
         select c.oid from pg_trigger t join pg_proc p on p.oid = t.tgfoid
           join pg_class c on p.prosrc ~ ('delete from ' || c.relnamespace::regnamespace || '\\.' || c.relname || '\\M')
         where t.tgrelid = goes.oid and t.tgtype & 8 > 0) as found)
     select format('%s.%I', c.relnamespace::regnamespace, c.relname) as name from pg_class c
     where c.oid = any ($1::regclass[]) and c.oid not in (select oid from goes) order by name`,
    [tables.map(({ name }) => name)],
  )
  // Files that are still to be removed from the disk, and large own tables whose rows are. The sweep and trash-retention delete these.
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['app.forgotten_tables', 'storage.loose_files'],
  )
})

test('deleting a tenant records what it leaves open at the provider, no matter which role deletes it', async () => {
  const tenant = await fullTenant('bob')
  const left = async () =>
    (
      await app.owner.query(
        `select kind, account_id, object_id from app.provider_ends
         where strpos(account_id || object_id, $1) > 0 order by kind`,
        [tenant.id.replaceAll('-', '')],
      )
    ).rows
  assert.deepEqual(await left(), [])
  await app.owner.query('delete from public.tenants where id = $1', [tenant.id])
  const hex = tenant.id.replaceAll('-', '')
  assert.deepEqual(await left(), [
    { kind: 'account', account_id: `acct_${hex}`, object_id: '' },
    { kind: 'subscription', account_id: 'acct_of_hearth', object_id: `sub_${hex}` },
  ])
})

test('only its owner can delete a tenant, and only with its full name', async () => {
  const tenant = await makeTenant(app.database, { owner: creators.bob.user.id, name: 'Corner Mill' })
  const visitor = await signUp(app, tenant.public_key)
  for (const name of ['', 'corner mill', 'Corner Mil', 'Corner Mill 2', 'x'.repeat(200)]) {
    const { status, body } = await asBob('POST', '/delete-tenant', request(tenant, name))
    assert.deepEqual([status, body.code], [409, 'name_differs'], name)
  }
  for (const body of [
    { tenant_id: tenant.id },
    { name: tenant.name },
    { ...request(tenant), more: 1 },
    request(tenant, 'x'.repeat(201)),
    { tenant_id: 'no-id', name: 'x' },
  ])
    assert.equal((await asBob('POST', '/delete-tenant', body)).status, 400, JSON.stringify(body))
  const eve = await signUp(app, app.anonKey)
  const foreign = await functionCall(app, app.anonKey, eve.access_token)(
    'POST',
    '/delete-tenant',
    request(tenant),
  )
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'tenant_not_found'])
  for (const [key, token] of [
    [app.anonKey],
    [tenant.public_key],
    [tenant.public_key, visitor.access_token],
  ] as const) {
    const { status } = await functionCall(app, key, token)('POST', '/delete-tenant', request(tenant))
    assert.ok([401, 403].includes(status))
  }
  const owned = app.client(app.anonKey, { accessToken: async () => creators.bob.access_token })
  assert.ok((await owned.from('tenants').delete().eq('id', tenant.id)).error, 'not through the tables')
  assert.equal((await app.owner.query('select from public.tenants where id = $1', [tenant.id])).rowCount, 1)
  assert.equal((await asBob('POST', '/delete-tenant', request(tenant, ' Corner Mill '))).status, 200)
})

/** Waits until this many transactions wait for another one. */
const waiting = (some: number) =>
  eventually(`${some} wait`, async () => {
    const { rows } = await app.owner.query(
      `select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`,
    )
    return rows.length === some
  })

/**
 * Deletes a tenant while a payment has a lock that the deletion needs, and the reverse.
 * @returns whether the database aborted the deletion; a busy database may detect the deadlock late and abort
 *   the payment
 */
async function deleteInDeadlock(): Promise<boolean> {
  const tenant = await fullTenant('bob')
  const [held, freed, deletionWaits] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  let holding = 0
  const hold = async () => void (++holding === 2 && held!.resolve())
  const account = app.database.asService('test: holds what the deletion takes first', async (db) => {
    await sql`select from public.payment_accounts where tenant_id = ${tenant.id} for update`.execute(db)
    await hold()
    await freed!.promise
  })
  const payment = app.database
    .asService('test: writes a payment down', async (db) => {
      await sql`select from public.orders where tenant_id = ${tenant.id} for update`.execute(db)
      await hold()
      await deletionWaits!.promise
      await sql`select from public.tenants where id = ${tenant.id} for key share`.execute(db)
    })
    .then(
      () => true,
      (error: unknown) => {
        if (isUndone(error)) return false
        throw error
      },
    )
  await held!.promise
  const ended = asBob('POST', '/delete-tenant', { tenant_id: tenant.id, name: tenant.name })
  await waiting(1)
  deletionWaits!.resolve()
  await waiting(2)
  // A waiting transaction checks for a deadlock once, after a second (deadlock_timeout). The payment has
  // checked by then.
  await pause(1500)
  freed!.resolve()
  await account
  const paid = await payment
  const { status, body } = await ended
  assert.deepEqual([status, body], [200, { deleted: true }])
  assert.equal(
    (await asBob('POST', '/delete-tenant', { tenant_id: tenant.id, name: tenant.name })).status,
    404,
  )
  return paid
}

test('a deletion that the database aborts because of a deadlock with a payment is retried', async () => {
  for (let tries = 1; !(await deleteInDeadlock()); tries++)
    assert.ok(tries < 5, 'the database aborted the payment each time')
})
