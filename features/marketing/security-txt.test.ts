import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/test-app.ts'

const ADDRESS = '/.well-known/security.txt'

test('security.txt names the contact and its expiry date (RFC 9116)', async () => {
  const { app, config } = await testApp({ env: { SECURITY_EMAIL: 'security@blocks.example' } })
  const answer = await app.request(config.publicUrl + ADDRESS)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type')!, /^text\/plain; ?charset=utf-8$/i)
  const text = await answer.text()
  assert.match(text, /^Contact: mailto:security@blocks\.example$/m)
  assert.match(text, new RegExp(`^Canonical: ${config.publicUrl}${ADDRESS}$`, 'm'))
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)![1]!)
  assert.ok(expires > Date.now() && expires < Date.now() + 365 * 86_400_000)
})

test('without a configured contact there is no security.txt', async () => {
  const { app, config } = await testApp()
  assert.equal((await app.request(config.publicUrl + ADDRESS)).status, 404)
})
