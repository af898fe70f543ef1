import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/people.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const [ann, bob] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
const clientOf = (token: string) => app.client(app.anonKey, { accessToken: async () => token })
const rowOf = async (id: string) =>
  (await app.owner.query('select owner_user_id, theme from public.tenants where id = $1', [id])).rows[0]

test('[S3-002] [S3-003] a tenant is its maker’s and looks clean; nobody makes or gives one in another’s name', async () => {
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

test('[S3-003] [S9-020] the look of a fresh row is clean, whoever writes it', async () => {
  const { id } = await makeTenant(app.database)
  assert.deepEqual((await rowOf(id)).theme, { variant: 'clean' })
})
