import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { serverProcess } from '#testing/server-process.ts'
import { testApp } from '#testing/test-app.ts'
import { PASSWORD, authCall, newEmail, signUp } from '#testing/test-users.ts'
import { safePath } from './person-data.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const [ann, bob] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
const asAnn = functionCall(app, app.anonKey, ann.access_token)
const asBob = functionCall(app, app.anonKey, bob.access_token)

/** Tables that no unit declares, with the reason. */
const NOT_DECLARED: Record<string, string> = {
  'app.person_data': 'names of columns',
}

/** A tenant of Ann's with an end user who left something everywhere. */
async function shopWithVisitor() {
  const tenant = await makeTenant(app.database, { owner: ann.user.id })
  const visitor = await signUp(app, tenant.public_key)
  const id = visitor.user.id
  const email = visitor.user.email!
  const order = randomUUID()
  const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)
  await sql(
    `insert into app.webhook_endpoints (tenant_id, mode, place, url, events, secret_sealed)
     values ($1, 'test', 1, 'https://hook.example/', '{order.paid,end_user.created}', 'x')`,
    tenant.id,
  )
  await sql(
    'insert into public.end_users (tenant_id, auth_user_id, email) values ($1, $2, $3) on conflict do nothing',
    tenant.id,
    id,
    email,
  )
  await sql(
    `insert into public.orders (tenant_id, id, mode, seller, source_id, name, amount_total, currency, stripe_account_id,
       auth_user_id, email, page_url, state_hash, receipt_hash)
     values ($1, $2, 'test', 'pay', app.uuidv7(), 'Rye loaf', 500, 'eur', 'acct_1', $3, $4, 'https://shop.example/?name=' || $4,
       sha256(app.uuidv7()::text::bytea), sha256(app.uuidv7()::text::bytea))`,
    tenant.id,
    order,
    id,
    email,
  )
  await sql("update public.orders set status = 'paid', paid_at = now() where id = $1", order)
  await sql("insert into public.roles (tenant_id, name) values ($1, 'Editor')", tenant.id)
  await sql(
    "insert into public.role_members (tenant_id, auth_user_id, role) values ($1, $2, 'Editor')",
    tenant.id,
    id,
  )
  await sql(
    `with t as (
       insert into public.data_tables (tenant_id, name, title, fields) values ($1, 'letters', 'Letters',
         '[{"id": "aaaaaaaa", "name": "words", "title": "Words", "kind": "text", "slot": "t1", "indexed": true},
           {"id": "bbbbbbbb", "name": "from", "title": "From", "kind": "email", "slot": "t2", "indexed": true}]') returning id)
     insert into app.records (tenant_id, table_id, indexed, created_by, by_visitor, t1, t2)
     select $1, t.id, 3, r.author, r.author is null, r.words, r.address
     from t, (values ($2::uuid, 'Letter of a member', null), (null, 'Letter of a guest', $3)) as r (author, words, address)`,
    tenant.id,
    id,
    email.toLowerCase(),
  )
  const store = async (path: string, type: string, body: string) => {
    const headers = {
      apikey: app.serviceKey,
      authorization: `Bearer ${app.serviceKey}`,
      'content-type': type,
      'x-bb-pool': tenant.id,
    }
    const response = await app.request(`/storage/v1${path}`, { method: 'POST', headers, body })
    assert.equal(response.status, 200, await response.text())
  }
  await store('/bucket', 'application/json', '{"id": "notes", "name": "notes"}')
  await store('/object/notes/a/diary.txt', 'text/plain', 'Dear diary')
  await sql('update storage.objects set owner_id = $2 where pool_id = $1', tenant.id, id)
  const customer = `/tenant-customers/${tenant.id}/customers/${id}`
  return { tenant, visitor, id, email, order, sql, customer }
}
type World = Awaited<ReturnType<typeof shopWithVisitor>>

/** An order without an account, as a visitor makes it. */
const guestOrder = ({ tenant, sql }: World, { name, email }: { name: string; email: string }) =>
  sql(
    `insert into public.orders (tenant_id, mode, seller, source_id, name, amount_total, currency, stripe_account_id, email,
       state_hash, receipt_hash)
     values ($1, 'test', 'pay', app.uuidv7(), $2, 100, 'eur', 'acct_1', $3, sha256(app.uuidv7()::text::bytea),
       sha256(app.uuidv7()::text::bytea))`,
    tenant.id,
    name,
    email,
  )

/** Every text in the database that contains one of these, as `table: row`. */
async function traces(needles: string[]): Promise<string[]> {
  const { rows: tables } = await app.owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('app', 'auth', 'public', 'realtime', 'storage')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    // The feed of changes is unlogged and emptied within minutes.
    if (name === 'realtime.changes') continue
    const { rows } = await app.owner.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where to_jsonb(t)::text ilike any ($1)`,
      [needles.map((needle) => `%${needle}%`)],
    )
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

const zipOf = async (path: string, by: { key: string; token: string; body?: object }) => {
  const response = await app.request(`/functions/v1${path}`, {
    method: by.body ? 'POST' : 'GET',
    headers: { apikey: by.key, authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    ...(by.body && { body: JSON.stringify(by.body) }),
  })
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString('latin1') }
}
const byOwner = { key: app.anonKey, token: ann.access_token }

test('every table with a column that names a person is declared, or has a reason', async () => {
  const { rows } = await app.owner.query<{ relation: string; columns: string[] }>(`
    select n.nspname || '.' || c.relname as relation, array_agg(a.attname::text order by a.attname) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and n.nspname in ('app', 'auth', 'public', 'realtime', 'storage')
      and a.attname ~ '(^|_)(user_id|member_id|author_id|person|email|phone|owner|owner_id|ip|user_agent|actor_id|requested_by|invited_by)$'
      and not exists (select from app.person_data d where d.relation = n.nspname || '.' || c.relname)
    group by 1 order by 1`)
  assert.deepEqual(
    rows.filter(({ relation }) => !(relation in NOT_DECLARED)),
    [],
    'declare it with app.add_person_data in the migration of its unit',
  )
  const { rows: secret } = await app.owner.query(
    'select relation, c as exported from app.person_data, unnest(exported) as c where app.is_secret_name(c)',
  )
  assert.deepEqual(secret, [], 'no secret is exported')
})

test('a table without a declaration is found, and a wrong declaration is refused', async () => {
  await app.owner.query('create table public.offender (tenant_id uuid, auth_user_id uuid)')
  const undeclared = await app.owner.query(`select from app.person_data where relation = 'public.offender'`)
  assert.equal(undeclared.rows.length, 0)
  for (const [call, message] of [
    ["app.add_person_data('public.offender', 'auth_user_id', 'cascades')", /no foreign key deletes/],
    ["app.add_person_data('public.offender', 'email', 'deleted')", /lacks one of the columns/],
    ["app.add_person_data('public.offender', 'app.no_such', 'function')", /does not exist/],
    ["app.add_person_data('public.offender', 'auth_user_id', 'kept')", /check/],
  ] as const)
    await assert.rejects(app.owner.query(`select ${call}`), { message })
  await app.owner.query('drop table public.offender')
})

test('[peers M12] the export has the data of every table and the files, without secrets and without others', async () => {
  const [world, other] = [await shopWithVisitor(), await shopWithVisitor()]
  await guestOrder(world, { name: 'Guest bun', email: world.email.toUpperCase() })
  await guestOrder(world, { name: 'Foreign bun', email: newEmail() })
  const { status, text } = await zipOf(`${world.customer}/data.zip`, byOwner)
  assert.equal(status, 200)
  assert.ok(text.startsWith('PK'))
  for (const part of [
    'data.json',
    'files/notes/a/diary.txt',
    'Dear diary',
    world.email,
    'Rye loaf',
    'Guest bun',
    'Editor',
    '"public.orders"',
    '"auth.sessions"',
    '"app.records"',
    'Letter of a member',
    'Letter of a guest',
  ])
    assert.ok(text.includes(part), part)
  const { rows } = await app.owner.query('select encrypted_password from auth.users where id = $1', [
    world.id,
  ])
  for (const secret of [
    rows[0].encrypted_password,
    'encrypted_password',
    other.email,
    other.id,
    'Foreign bun',
  ])
    assert.ok(!text.includes(secret), secret)
})

test('an end user exports their own data with a proof, and nothing of anyone else', async () => {
  const [world, other] = [await shopWithVisitor(), await shopWithVisitor()]
  const own = { key: world.tenant.public_key, token: world.visitor.access_token }
  const fresh = await zipOf('/my-data', { ...own, body: {} })
  assert.equal(fresh.status, 200)
  assert.ok(fresh.text.includes(world.email) && !fresh.text.includes(other.email))
  await world.sql(
    "update auth.sessions set created_at = created_at - interval '1 hour' where user_id = $1",
    world.id,
  )
  assert.equal((await zipOf('/my-data', { ...own, body: {} })).status, 400)
  assert.equal((await zipOf('/my-data', { ...own, body: { password: 'wrong-Password-17' } })).status, 400)
  assert.equal((await zipOf('/my-data', { ...own, body: { password: PASSWORD } })).status, 200)
  assert.equal(
    (await zipOf('/my-data', { ...own, body: { password: PASSWORD, user_id: other.id } })).status,
    400,
  )
  for (const by of [own, { key: app.anonKey, token: bob.access_token }]) {
    const theirs = await zipOf(`${other.customer}/data.zip`, by)
    assert.ok([401, 403, 404].includes(theirs.status), String(theirs.status))
  }
  // A token of one tenant with the key of another.
  const mixed = await zipOf('/my-data', {
    key: other.tenant.public_key,
    token: world.visitor.access_token,
    body: {},
  })
  assert.ok([401, 403].includes(mixed.status), String(mixed.status))
})

/** Deletes the account with the service key. */
const byOperator = (world: World, should_soft_delete: boolean) =>
  app.request(`/auth/v1/admin/users/${world.id}`, {
    method: 'DELETE',
    headers: {
      apikey: app.serviceKey,
      authorization: `Bearer ${app.serviceKey}`,
      'content-type': 'application/json',
      'x-bb-pool': world.tenant.id,
    },
    body: JSON.stringify({ should_soft_delete }),
  })

/** What must be true after the erasure, however it was started. */
async function assertErased({ email, id, order, tenant }: World) {
  const left = await traces([email])
  assert.deepEqual(left, [])
  const named = (await traces([id])).filter((row) => !/^(public\.audit_log|app\.webhook_)/.test(row))
  assert.deepEqual(named, [], 'the id alone is left only where it names no one')
  const { rows } = await app.owner.query('select * from public.orders where id = $1', [order])
  const { name, amount_total, currency, stripe_account_id, auth_user_id } = rows[0]
  assert.deepEqual(
    [name, amount_total, currency, stripe_account_id, auth_user_id],
    ['Rye loaf', 500, 'eur', 'acct_1', null],
  )
  const files = await app.owner.query('select from storage.objects where pool_id = $1', [tenant.id])
  const loose = await app.owner.query('select from storage.loose_files where pool_id = $1', [tenant.id])
  assert.deepEqual([files.rows.length, loose.rows.length], [0, 1], 'the sweep removes the bytes')
}

test('[peers M12] the owner erases a person: nothing in any table names them, orders stay, the address can sign up again', async () => {
  const world = await shopWithVisitor()
  assert.equal((await asBob('DELETE', world.customer)).status, 404)
  assert.ok((await traces([world.email])).length > 3, 'there is something to erase')
  assert.deepEqual((await asAnn('DELETE', world.customer)).body, { deleted: true })
  await assertErased(world)
  assert.equal((await asAnn('DELETE', world.customer)).status, 404, 'once more: already done')
  // The provider reports the order again: the buyer stays unknown.
  await world.sql(
    'update public.orders set email = $2, auth_user_id = $3, amount_refunded = 500 where id = $1',
    world.order,
    world.email,
    world.id,
  )
  const { rows } = await world.sql(
    'select email, auth_user_id, amount_refunded from public.orders where id = $1',
    world.order,
  )
  assert.deepEqual(rows[0], { email: null, auth_user_id: null, amount_refunded: 500 })
  const again = await authCall(app, world.tenant.public_key)('POST', '/signup', {
    body: { email: world.email, password: PASSWORD },
  })
  assert.equal(again.status, 200)
  const fresh = await app.owner.query('select id from auth.users where pool_id = $1 and email = $2', [
    world.tenant.id,
    world.email,
  ])
  assert.notEqual(fresh.rows[0].id, world.id)
})

test('users erase themselves, operators erase with the service key, and a soft deletion erases too', async () => {
  const [own, admin, soft] = [await shopWithVisitor(), await shopWithVisitor(), await shopWithVisitor()]
  const { status } = await authCall(app, own.tenant.public_key)('DELETE', '/user', {
    token: own.visitor.access_token,
    body: { password: PASSWORD },
  })
  assert.ok([200, 204].includes(status), String(status))
  await assertErased(own)
  for (const [world, isSoft] of [
    [admin, false],
    [soft, true],
  ] as const) {
    await app.owner.query("delete from pgboss.job where name = 'provider-ends'")
    assert.equal((await byOperator(world, isSoft)).status, 200)
    const { rows } = await app.owner.query("select from pgboss.job where name = 'provider-ends'")
    assert.equal(rows.length, 1, 'ends what they left open now')
  }
  await assertErased(admin)
  assert.deepEqual(await traces([soft.email]), [])
})

test('while a subscription charges them, the person stays: in the Studio, for themselves and with the service key', async () => {
  const world = await shopWithVisitor()
  await world.sql(
    "update public.orders set interval = 'month', subscription_status = 'active' where id = $1",
    world.order,
  )
  assert.equal((await asAnn('DELETE', world.customer)).body.code, 'subscription_lives')
  const own = await authCall(app, world.tenant.public_key)('DELETE', '/user', {
    token: world.visitor.access_token,
    body: { password: PASSWORD },
  })
  assert.equal(own.status, 409)
  assert.match(JSON.stringify(own.body), /Cancel it first/)
  for (const isSoft of [false, true]) {
    const refused = await byOperator(world, isSoft)
    assert.equal(refused.status, 409)
    assert.match(await refused.text(), /subscription_lives/)
  }
  assert.ok((await traces([world.email])).length > 3, 'nothing was erased')
  // A payment that is due is repeated, also after canceling.
  await world.sql(
    "update public.orders set subscription_status = 'past_due', cancel_at_period_end = true where id = $1",
    world.order,
  )
  assert.equal((await asAnn('DELETE', world.customer)).body.code, 'subscription_lives')
  await world.sql(
    "update public.orders set subscription_status = 'active', stripe_subscription_id = 'sub_ends' where id = $1",
    world.order,
  )
  assert.equal((await asAnn('DELETE', world.customer)).status, 200)
  const { rows } = await app.owner.query("select from app.provider_ends where object_id = 'sub_ends'")
  assert.equal(rows.length, 1, 'no one could resume it')
})

test('[peers M12] an erasure whose server is killed leaves everything, early and late, and can be repeated', async () => {
  // The first rows that an erasure changes, and the last that go with the account.
  for (const rows of ['public.orders where tenant_id = $1', 'auth.identities where pool_id = $1']) {
    const world = await shopWithVisitor()
    const tables = async () => (await traces([world.email])).map((row) => row.split(':')[0])
    const before = await tables()
    const server = await serverProcess(app)
    await app.owner.query('begin')
    await world.sql(`select from ${rows} for update`, world.tenant.id)
    const erasing = fetch(`${server.url}/functions/v1${world.customer}`, {
      method: 'DELETE',
      headers: { apikey: app.anonKey, authorization: `Bearer ${ann.access_token}` },
    }).catch(() => 'no response')
    const { pid } = await eventually(`the erasure waits for ${rows}`, async () => {
      const waiting =
        'select pid from pg_locks where not granted and transactionid = pg_current_xact_id()::xid'
      return (await app.owner.query<{ pid: number }>(waiting)).rows[0]
    })
    server.child.kill('SIGKILL')
    assert.equal(await erasing, 'no response')
    await app.owner.query('rollback')
    await eventually('PostgreSQL has noticed', async () => {
      const left = await app.owner.query('select from pg_stat_activity where pid = $1', [pid])
      return left.rows.length === 0
    })
    assert.deepEqual(await tables(), before, rows)
    assert.equal((await asAnn('DELETE', world.customer)).status, 200)
    await assertErased(world)
  }
})

test('orders of guests with the proven address lose it; another account that used it keeps its orders', async () => {
  const world = await shopWithVisitor()
  const stranger = newEmail()
  for (const email of [world.email.toUpperCase(), stranger]) await guestOrder(world, { name: 'Guest', email })
  assert.equal((await asAnn('DELETE', world.customer)).status, 200)
  const { rows } = await world.sql(
    "select email from public.orders where tenant_id = $1 and name = 'Guest' order by email",
    world.tenant.id,
  )
  assert.deepEqual(rows, [{ email: stranger }, { email: null }])
})

test('names of files stay inside of the folder that they are unpacked into', () => {
  for (const [name, path] of [
    ['../../etc/passwd', '_/_/etc/passwd'],
    ['C:\\evil.exe', 'C__evil.exe'],
    ['/absolute', '_/absolute'],
    ['a/./b\n.txt', 'a/_/b_.txt'],
    ['…/日記.txt', '…/日記.txt'],
  ] as const)
    assert.equal(safePath(name), path)
})
