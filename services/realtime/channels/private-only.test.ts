import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { realtimeApp, subscribed } from '#testing/realtime-app.ts'

const app = await realtimeApp()
app.config.realtime.privateOnly = true
const tenant = await makeTenant(app.database)

test('[M06] if channels must be private, public ones are rejected, also over HTTP', async () => {
  const refused = await subscribed(app.visit(tenant.public_key).channel('room'))
  assert.equal(refused.status, 'CHANNEL_ERROR')
  assert.match(String(refused.error), /This project only allows private channels/)
  const sent = await app.request('/realtime/v1/api/broadcast', {
    method: 'POST',
    headers: { apikey: app.serviceKey, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ topic: 'room', event: 'e', payload: {} }] }),
  })
  assert.equal(sent.status, 403)
  assert.match(await sent.text(), /This project only allows private channels/)
})

test('if channels must be private, private ones work as before', async () => {
  const member = await signUp(app, tenant.public_key)
  const client = app.visit(tenant.public_key, { token: member.access_token })
  await client.realtime.setAuth()
  const channel = client.channel(`user:${member.user.id}`, { config: { private: true } })
  assert.deepEqual(await subscribed(channel), { status: 'SUBSCRIBED', error: undefined })
  assert.deepEqual(await channel.httpSend('e', { n: 1 }), { success: true })
})
