import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import { actAs } from '#testing/act-as.ts'
import { givePlan, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { PASSWORD, newEmail, signUp } from '#testing/test-users.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const [ann, bob] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
await givePlan(app.database, ann.user.id, 'business')
const asAnn = functionCall(app, app.anonKey, ann.access_token)
const asBob = functionCall(app, app.anonKey, bob.access_token)

/** A tenant of Ann's, with the calls about its roles. */
async function site() {
  const tenant = await makeTenant(app.database, { owner: ann.user.id })
  const roles = `/tenant-roles/${tenant.id}/roles`
  return {
    ...tenant,
    roles,
    at: (role: string) => `${roles}/${encodeURIComponent(role)}`,
    create: (name: string, more = {}) => asAnn('POST', roles, { name, ...more }),
    async names(): Promise<string[]> {
      const { status, body } = await asAnn('GET', roles)
      assert.equal(status, 200, JSON.stringify(body))
      return body.roles.map(({ name }: { name: string }) => name)
    },
  }
}

/** The roles that a new token and `getUser()` of this session contain. */
async function claimed(key: string, refreshToken: string): Promise<unknown> {
  const { data, error } = await app.client(key).auth.refreshSession({ refresh_token: refreshToken })
  assert.equal(error, null)
  const inToken = decodeJwt<{ app_metadata: { roles?: string[] } }>(data.session!.access_token).app_metadata
  assert.deepEqual(data.user!.app_metadata['roles'], inToken.roles)
  return inToken.roles
}

test('[peers A12] roles are created, renamed, made the default and deleted by their owner', async () => {
  const shop = await site()
  assert.equal((await shop.create('Reading club')).body.members, 0)
  assert.equal((await shop.create('Editor', { is_default: true })).body.is_default, true)
  assert.deepEqual(await shop.names(), ['Editor', 'Reading club'])

  const renamed = await asAnn('PUT', shop.at('Reading club'), { name: 'Book club', is_default: true })
  assert.deepEqual([renamed.body.name, renamed.body.is_default], ['Book club', true])
  const { body } = await asAnn('GET', shop.roles)
  assert.deepEqual(
    body.roles
      .filter((role: { is_default: boolean }) => role.is_default)
      .map(({ name }: { name: string }) => name),
    ['Book club'],
    'one is the default',
  )
  assert.equal((await shop.create('EDITOR')).body.code, 'role_exists')
  assert.equal((await asAnn('PUT', shop.at('Editor'), { name: 'book club' })).body.code, 'role_exists')
  assert.equal((await asAnn('PUT', shop.at('None'), { is_default: true })).status, 404)
  const taken = await asAnn('PUT', shop.at('None'), { name: 'Book club', is_default: true })
  assert.equal(taken.body.code, 'role_not_found', 'although there is a role of the new name')
  const kept = await asAnn('GET', shop.roles)
  assert.deepEqual(
    kept.body.roles.map((role: { is_default: boolean }) => role.is_default),
    [true, false],
  )
  assert.equal((await asAnn('DELETE', shop.at('Editor'))).status, 200)
  assert.equal((await asAnn('DELETE', shop.at('Editor'))).body.code, 'role_not_found')
})

test('a tenant has at most 20 roles, also of creations at once', async () => {
  const shop = await site()
  const made = await Promise.all(Array.from({ length: 24 }, (_, n) => shop.create(`Role ${n}`)))
  for (const { status, body } of made)
    assert.ok(status === 200 || body.code === 'too_many_roles', JSON.stringify(body))
  assert.equal((await shop.names()).length, 20)
  assert.equal((await shop.create('One more')).body.code, 'too_many_roles')
})

test('changes need the Business plan; what is there stays readable', async () => {
  const shop = await site()
  await shop.create('Editor')
  const own = await makeTenant(app.database, { owner: bob.user.id })
  assert.equal((await asBob('POST', `/tenant-roles/${own.id}/roles`, { name: 'Editor' })).status, 402)
  assert.equal((await asBob('GET', `/tenant-roles/${own.id}/roles`)).status, 200)
  assert.equal((await asBob('GET', shop.roles)).body.code, 'tenant_not_found')
  await givePlan(app.database, bob.user.id, 'business')
  assert.equal((await asBob('DELETE', shop.at('Editor'))).body.code, 'tenant_not_found')
  assert.deepEqual(await shop.names(), ['Editor'])
})

test('[peers A12] members get the default role on sign-up, and roles are in their claims from the server alone', async () => {
  const shop = await site()
  await shop.create('Member', { is_default: true })
  await shop.create('Editor')
  const mia = await signUp(app, shop.public_key)
  assert.deepEqual(decodeJwt<{ app_metadata: object }>(mia.access_token).app_metadata, {
    ...mia.user.app_metadata,
    roles: ['Member'],
  })
  const given = await asAnn('POST', `${shop.at('Editor')}/members`, { give: [mia.user.id] })
  assert.deepEqual(given.body, { given: 1, taken: 0 })

  const client = app.client(shop.public_key)
  const signedIn = await client.auth.signInWithPassword({ email: mia.user.email!, password: PASSWORD })
  assert.deepEqual(signedIn.data.user!.app_metadata['roles'], ['Editor', 'Member'])
  // What the browser may write is no role, and what an import writes is replaced.
  await client.auth.updateUser({ data: { roles: ['Owner'] } })
  await app.owner.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"roles": ["Owner"]}' where id = $1`,
    [mia.user.id],
  )
  const { data } = await client.auth.getSession()
  assert.deepEqual(await claimed(shop.public_key, data.session!.refresh_token), ['Editor', 'Member'])

  const forged = await app.owner.query(
    `insert into auth.users (pool_id, email, email_confirmed_at, raw_app_meta_data)
     values ($1, $2, now(), '{"roles": ["Editor"]}') returning id`,
    [shop.id, newEmail()],
  )
  const { rows } = await app.owner.query(
    'select raw_app_meta_data as metadata from auth.users where id = $1',
    [forged.rows[0].id],
  )
  assert.deepEqual(rows[0].metadata, { roles: ['Member'] })
})

test('a guest gets the default role when they become a member; no one gets it after the plan has ended', async () => {
  const owner = randomUUID()
  const { id } = await makeTenant(app.database, { owner, plan: 'business' })
  await app.owner.query(
    `insert into public.roles (tenant_id, name, is_default) values ($1, 'Member', true)`,
    [id],
  )
  const guest = randomUUID()
  await app.owner.query('insert into auth.users (pool_id, id, is_anonymous) values ($1, $2, true)', [
    id,
    guest,
  ])
  const roles = async (user: string) => {
    const { rows } = await app.owner.query(
      'select raw_app_meta_data as metadata from auth.users where id = $1',
      [user],
    )
    return rows[0].metadata.roles
  }
  assert.equal(await roles(guest), undefined)
  await app.owner.query('update auth.users set is_anonymous = false where id = $1', [guest])
  assert.deepEqual(await roles(guest), ['Member'])
  await givePlan(app.database, owner, 'pro')
  const late = randomUUID()
  await app.owner.query('insert into auth.users (pool_id, id) values ($1, $2)', [id, late])
  assert.equal(await roles(late), undefined)
  assert.deepEqual(await roles(guest), ['Member'], 'what was given stays')
})

test('[D05] a sign-up gets no role and tells no webhook before the address is confirmed, so its response is that of a known address', async () => {
  const shop = await site()
  await asAnn('POST', '/webhook-endpoints', {
    tenant_id: shop.id,
    mode: 'test',
    url: 'https://example.com/hooks',
    events: ['end_user.roles_changed'],
  })
  await shop.create('Member', { is_default: true })
  const known = newEmail()
  await signUp(app, shop.public_key, known)
  const metadataOf = async (email: string) => {
    const { data } = await app.client(shop.public_key).auth.signUp({ email, password: PASSWORD })
    return data.user!.app_metadata
  }
  const stranger = newEmail()
  assert.deepEqual(await metadataOf(stranger), await metadataOf(known))
  const { rows } = await app.owner.query(
    `select data ->> 'email' as email from app.webhook_messages where tenant_id = $1 and type = 'end_user.roles_changed'`,
    [shop.id],
  )
  assert.deepEqual(rows, [{ email: known }])
  assert.equal((await asAnn('GET', shop.roles)).body.roles[0].members, 1)
})

test('roles are given and taken in bulk, all or none; a stranger to the tenant gets none', async () => {
  const shop = await site()
  await shop.create('Editor')
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into auth.users (pool_id, email) select $1, 'bulk-' || n || '@example.test' from generate_series(1, 500) n returning id`,
    [shop.id],
  )
  const ids = rows.map(({ id }) => id)
  const members = `${shop.at('Editor')}/members`
  assert.deepEqual((await asAnn('POST', members, { give: [...ids, ids[0]] })).body, { given: 500, taken: 0 })
  assert.equal((await asAnn('GET', shop.roles)).body.roles[0].members, 500)
  const mixed = await asAnn('POST', members, { take: ids.slice(0, 100), give: ids.slice(90) })
  assert.deepEqual(mixed.body, { given: 10, taken: 100 })
  const foreign = await asAnn('POST', members, { take: ids, give: [randomUUID()] })
  assert.equal(foreign.body.code, 'customer_not_found')
  assert.equal((await asAnn('GET', shop.roles)).body.roles[0].members, 410)
  assert.equal((await asAnn('POST', `${shop.at('None')}/members`, { give: ids })).status, 404)
})

test('[peers A12] an audience opens by a role, follows its name, and closes with the next statement when it is lost', async () => {
  const shop = await site()
  await shop.create('Editor')
  const mia = await signUp(app, shop.public_key)
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into public.audiences (tenant_id, name, rule) values ($1, 'Editors', $2) returning id`,
    [
      shop.id,
      {
        any: [
          { kind: 'role', role: 'Editor' },
          { kind: 'role', role: 'Later' },
        ],
      },
    ],
  )
  const openings = async () => {
    const claims = actAs.endUser(shop.id, mia.user.id)
    const found = await app.database.once<{ id: string }>(claims, {
      text: 'select id from app.my_audiences() as id',
      values: [],
    })
    return found.rows.map(({ id }) => id)
  }
  assert.deepEqual(await openings(), [])
  await asAnn('POST', `${shop.at('Editor')}/members`, { give: [mia.user.id] })
  assert.deepEqual(await openings(), [rows[0]!.id])
  await asAnn('PUT', shop.at('Editor'), { name: 'Author' })
  assert.deepEqual(await openings(), [rows[0]!.id])
  assert.equal((await asAnn('DELETE', shop.at('Author'))).body.code, 'role_in_use')
  await asAnn('POST', `${shop.at('Author')}/members`, { take: [mia.user.id] })
  assert.deepEqual(await openings(), [])
  // The tenant can be deleted with them.
  await app.owner.query('delete from public.tenants where id = $1', [shop.id])
})

test('a webhook reports the roles that a member has now', async () => {
  const shop = await site()
  const hook = await asAnn('POST', '/webhook-endpoints', {
    tenant_id: shop.id,
    mode: 'test',
    url: 'https://example.com/hooks',
    events: ['end_user.roles_changed'],
  })
  assert.equal(hook.status, 200, JSON.stringify(hook.body))
  await shop.create('Editor', { is_default: true })
  const mia = await signUp(app, shop.public_key)
  await asAnn('PUT', shop.at('Editor'), { name: 'Author' })
  await asAnn('POST', `${shop.at('Author')}/members`, { take: [mia.user.id] })
  const { rows } = await app.owner.query(
    `select data from app.webhook_messages where tenant_id = $1 and type = 'end_user.roles_changed' order by seq`,
    [shop.id],
  )
  assert.deepEqual(
    rows.map(({ data }) => data),
    [['Editor'], ['Author'], []].map((roles) => ({ id: mia.user.id, email: mia.user.email, roles })),
  )
})
