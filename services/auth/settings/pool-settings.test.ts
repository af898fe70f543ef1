import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authCall } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp()
const operator = authCall(app, app.serviceKey)
const visitor = authCall(app, app.anonKey)

test('the operator changes some settings of a pool; other settings and other pools keep theirs', async () => {
  const before = await operator('GET', '/admin/settings')
  const changed = await operator('PATCH', '/admin/settings', { body: { anonymous_users: true } })
  assert.equal(changed.status, 200)
  assert.deepEqual(changed.body, { ...before.body, anonymous_users: true })
  await operator('PATCH', '/admin/settings', { body: { disable_signup: true } })
  const { body } = await visitor('GET', '/settings')
  assert.equal(body.external.anonymous_users, true)
  assert.equal(body.disable_signup, true)
})

test('an unknown setting, an invalid value and an empty change are refused, and only the operator may call', async () => {
  for (const body of [{ unheard_of: true }, { password_min_length: 3 }, {}]) {
    const refused = await operator('PATCH', '/admin/settings', { body })
    assert.equal(refused.status, 400, JSON.stringify(body))
    assert.equal(refused.body.code, 'validation_failed')
  }
  assert.equal((await visitor('PATCH', '/admin/settings', { body: { email: false } })).status, 403)
  assert.equal((await visitor('GET', '/admin/settings')).status, 403)
})
