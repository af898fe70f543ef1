import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const [ann, bob] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
const clientOf = (token: string) => app.client(app.anonKey, { accessToken: async () => token })
const rowOf = async (id: string) =>
  (await app.owner.query('select owner_user_id, theme from public.tenants where id = $1', [id])).rows[0]

test('[S3-002] [S3-003] a tenant belongs to its creator and has the Clean theme; no one can create or transfer one for another user', async () => {
  const asAnn = clientOf(ann.access_token)
  const made = await asAnn.rpc('create_tenant_autoprovision', { p_name: 'Hearth & Rye' })
  assert.equal(made.error, null)
  const { id } = (made.data as { id: string }[])[0]!
  assert.deepEqual(await rowOf(id), { owner_user_id: ann.user.id, theme: { variant: 'clean' } })

  const forOther = { name: 'Forged', owner_user_id: bob.user.id }
  assert.ok((await asAnn.from('tenants').insert(forOther)).error, 'not by the table')
  assert.ok(
    (await asAnn.rpc('create_tenant_autoprovision', { p_name: 'Forged', p_owner: bob.user.id })).error,
    'not by the function',
  )
  assert.ok((await asAnn.from('tenants').update({ owner_user_id: bob.user.id }).eq('id', id)).error)
  assert.equal((await rowOf(id)).owner_user_id, ann.user.id)
  assert.deepEqual((await clientOf(bob.access_token).from('tenants').select('id')).data, [])
  const { rows } = await app.owner.query("select from public.tenants where name = 'Forged'")
  assert.equal(rows.length, 0)
})

test('[S1-015] [S3-003] [S9-020] a new row has the Clean theme, no matter which role inserts it', async () => {
  const { id } = await makeTenant(app.database)
  assert.deepEqual((await rowOf(id)).theme, { variant: 'clean' })
})

test('[S1-014] every tenant starts with its own public key, which cannot be reused or emptied', async () => {
  const [mill, shop] = await Promise.all([1, 2].map(() => makeTenant(app.database)))
  assert.match(mill!.public_key, /^pk_[\w-]{24}$/)
  assert.notEqual(mill!.public_key, shop!.public_key)
  const write = (key: string) =>
    app.owner.query('update public.tenants set public_key = $2 where id = $1', [shop!.id, key])
  await assert.rejects(write(mill!.public_key), { code: '23505' })
  for (const wrong of ['', 'pk_', 'x']) await assert.rejects(write(wrong), { code: '23514' }, wrong)
  const asAnn = clientOf(ann.access_token)
  const own = await asAnn.rpc('create_tenant_autoprovision', { p_name: 'Corner Mill' })
  const { id } = (own.data as { id: string }[])[0]!
  const { error } = await asAnn
    .from('tenants')
    .update({ public_key: `pk_${'A'.repeat(24)}` })
    .eq('id', id)
  assert.equal(error?.code, '42501')
})

test('[S3-036] on the Free plan, visitors of a tenant can sign up, sign in and return with email and password', async () => {
  const { data } = await clientOf(bob.access_token).rpc('create_tenant_autoprovision', {
    p_name: 'Free Mill',
  })
  const { id } = (data as { id: string }[])[0]!
  const { rows } = await app.owner.query(
    'select public_key, app.has_plan(owner_user_id, $2) as pro from public.tenants where id = $1',
    [id, 'pro'],
  )
  const { public_key, pro } = rows[0]
  assert.equal(pro, false, 'its owner has no plan')
  const { user } = await signUp(app, public_key)
  const again = await app.client(public_key).auth.signInWithPassword({
    email: user.email!,
    password: PASSWORD,
  })
  assert.ifError(again.error)
  assert.equal(again.data.user?.id, user.id)
})
