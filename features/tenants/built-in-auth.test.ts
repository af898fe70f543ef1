import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const [ann, bob] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
const asAnn = functionCall(app, app.anonKey, ann.access_token)
const SECRET = 'canary-auth0-secret'

/** Creates a tenant of Ann's with Auth0 connected. */
async function withAuth0() {
  return connected(await makeTenant(app.database, { owner: ann.user.id }))
}

async function connected(tenant: Awaited<ReturnType<typeof makeTenant>>) {
  const sealed = app.kernel.sealer.seal(SECRET, `tenants.auth0_client_secret:${tenant.id}`)
  await app.owner.query(
    `update public.tenants set auth_provider = 'auth0', auth_status = 'connected',
       auth0_domain = 'hearth.eu.auth0.com', auth0_client_id = 'canary-client', auth0_client_secret = $2
     where id = $1`,
    [tenant.id, sealed],
  )
  return { ...tenant, sealed }
}
const rowOf = async (id: string) =>
  (await app.owner.query('select * from public.tenants where id = $1', [id])).rows[0] as Record<
    string,
    unknown
  >
const toBuiltIn = (tenant_id: string, auth_provider = 'supabase') => ({ tenant_id, auth_provider })

/** Returns the names of all tables with the text in any row. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await app.owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_catalog.pg_class c
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  assert.ok(rows.length > 50)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await app.owner.query(
      `select from ${name} t where strpos(to_jsonb(t)::text, $1) > 0 limit 1`,
      [text],
    )
    if (hits.length) found.push(name)
  }
  return found
}

test('[S1-017] [S3-006] a new tenant has the built-in auth; values other than supabase and auth0 are refused', async () => {
  const { id } = await makeTenant(app.database, { owner: ann.user.id })
  assert.equal((await rowOf(id)).auth_provider, 'supabase')
  for (const wrong of ['okta', '', 'Auth0'])
    await assert.rejects(
      app.owner.query('update public.tenants set auth_provider = $2 where id = $1', [id, wrong]),
      /auth_provider_check/,
    )
  await app.owner.query("update public.tenants set auth_provider = 'auth0' where id = $1", [id])
})

test('[A18] [S4-036] [S4-037] [S4-038] [S7-045] auth-config to built-in clears every Auth0 field, and no table has the old secret', async () => {
  const tenant = await withAuth0()
  const other = await withAuth0()
  assert.deepEqual(await tablesWith(tenant.sealed), ['public.tenants'], 'the search works')
  const { status, body } = await asAnn('POST', '/auth-config', toBuiltIn(tenant.id))
  assert.deepEqual([status, body], [200, { success: true }])
  const row = await rowOf(tenant.id)
  assert.equal(row.auth_provider, 'supabase')
  assert.equal(row.auth0_client_secret_set, false)
  for (const field of ['auth_status', 'auth0_domain', 'auth0_client_id', 'auth0_client_secret'])
    assert.equal(row[field], null, field)
  for (const text of [tenant.sealed, SECRET]) assert.deepEqual(await tablesWith(text), [], text)

  // The responses that the creator and the tenant's visitors get afterwards.
  const asOwner = app.client(app.anonKey, { accessToken: async () => ann.access_token })
  const owned = await asOwner.from('tenants').select('*').eq('id', tenant.id)
  const card = await app.client(tenant.public_key).from('tenants').select('*').eq('id', tenant.id)
  for (const { data, error } of [owned, card]) {
    assert.equal(error, null)
    assert.equal(data?.length, 1)
    assert.doesNotMatch(JSON.stringify(data), /canary|hearth\.eu/)
  }
  const again = await asAnn('POST', '/auth-config', toBuiltIn(tenant.id))
  assert.deepEqual([again.status, again.body], [200, { success: true }])
  assert.equal((await rowOf(other.id)).auth0_client_secret, other.sealed, 'other tenants are unchanged')
})

test('[S3-009] no response contains the Auth0 secret, whatever the request', async () => {
  const tenant = await withAuth0()
  const asOwner = app.client(app.anonKey, { accessToken: async () => ann.access_token })
  const asVisitor = app.client(tenant.public_key)
  for (const client of [asOwner, asVisitor]) {
    const all = await client.from('tenants').select('*').eq('public_key', tenant.public_key)
    assert.equal(all.data?.length, 1)
    assert.equal('auth0_client_secret' in all.data[0], false)
    assert.ok(!JSON.stringify(all).includes(tenant.sealed))
    for (const columns of [
      'auth0_client_secret',
      'id, shown:auth0_client_secret',
      'auth0_client_secret::text',
      'auth0_client_secret->a',
      'count(), auth0_client_secret.max()',
    ]) {
      const { data, error } = await client.from('tenants').select(columns).eq('public_key', tenant.public_key)
      assert.equal(data, null, columns)
      assert.ok(error && !JSON.stringify(error).includes(tenant.sealed), columns)
    }
    const filtered = await client.from('tenants').select('id').eq('auth0_client_secret', tenant.sealed)
    assert.equal(filtered.data, null)
    const sorted = await client.from('tenants').select('id').order('auth0_client_secret')
    assert.equal(sorted.data, null)
  }
  const changed = await asOwner.from('tenants').update({ name: 'Hearth' }).eq('id', tenant.id).select()
  assert.equal(changed.data?.length, 1)
  assert.ok(!JSON.stringify(changed).includes(tenant.sealed))
  const forged = await asOwner.from('tenants').update({ auth0_client_secret: 'x' }).eq('id', tenant.id)
  assert.ok(forged.error)
  assert.equal((await rowOf(tenant.id)).auth0_client_secret, tenant.sealed)
})

test('auth-config accepts only the switch to built-in auth, and only from the owner', async () => {
  const made = await makeTenant(app.database, { owner: ann.user.id })
  // With Auth0 connected, sign-up here is disabled.
  const visitor = await signUp(app, made.public_key)
  const tenant = await connected(made)
  for (const body of [
    toBuiltIn(tenant.id, 'auth0'),
    { tenant_id: tenant.id },
    { auth_provider: 'supabase' },
    { ...toBuiltIn(tenant.id), auth0_domain: 'x' },
    toBuiltIn('no-id'),
  ])
    assert.equal((await asAnn('POST', '/auth-config', body)).status, 400, JSON.stringify(body))
  const asBob = functionCall(app, app.anonKey, bob.access_token)
  assert.equal((await asBob('POST', '/auth-config', toBuiltIn(tenant.id))).status, 404)
  for (const [key, token] of [[app.anonKey], [tenant.public_key, visitor.access_token]] as const)
    assert.ok(
      [401, 403].includes(
        (await functionCall(app, key, token)('POST', '/auth-config', toBuiltIn(tenant.id))).status,
      ),
    )
  assert.equal((await rowOf(tenant.id)).auth_provider, 'auth0')
})
