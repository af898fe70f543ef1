import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, authCall, newPhone } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_AUTOCONFIRM: 'true' } })
await authCall(app, app.serviceKey)('PATCH', '/admin/settings', { body: { phone: true } })

test('if numbers need no confirmation, sign-up by phone gives a session and refuses a known number', async () => {
  const phone = newPhone()
  const { auth } = app.client()
  const { data, error } = await auth.signUp({ phone, password: PASSWORD })
  assert.equal(error, null)
  assert.equal(data.session?.user.phone, phone.replace('+', ''))
  assert.ok(data.user?.phone_confirmed_at)
  assert.equal(app.texts.length, 0, 'no code is sent')
  const again = await app.client().auth.signUp({ phone, password: PASSWORD })
  assert.equal(again.error?.code, 'user_already_exists')
  const { body } = await authCall(app, app.anonKey)('GET', '/settings')
  assert.equal(body.phone_autoconfirm, true)
})
