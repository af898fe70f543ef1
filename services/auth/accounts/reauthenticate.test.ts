import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { authCall, latestEmailTo, newEmail, PASSWORD, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const call = authCall(app, app.anonKey)

async function person() {
  const email = newEmail()
  await signUp(app, app.anonKey, email)
  const client = app.client(app.anonKey)
  assert.equal((await client.auth.signInWithPassword({ email, password: PASSWORD })).error, null)
  return { email, client }
}

/** The email with the nonce. The response does not wait for it. */
const nonceMail = (email: string) =>
  eventually('the email with the nonce', async () =>
    app.mails.filter(({ to }) => to === email).length === 2 ? latestEmailTo(app, email) : undefined,
  )

test('[D19] only the right nonce from the mailbox replaces the current password, and only once', async () => {
  const { email, client } = await person()
  assert.equal((await client.auth.reauthenticate()).error, null)
  const { code, link, subject } = await nonceMail(email)
  assert.doesNotMatch(link, /token_hash/, subject)
  const password = 'quiet harbour under seven moons'
  const wrong = await client.auth.updateUser({ password, nonce: code === '111111' ? '222222' : '111111' })
  assert.deepEqual([wrong.error?.status, wrong.error?.code], [422, 'reauthentication_not_valid'])
  assert.equal((await client.auth.updateUser({ password, nonce: code })).error, null)
  assert.equal((await client.auth.signInWithPassword({ email, password })).error, null)
  const again = await client.auth.updateUser({ password: 'eleven geese over the mill', nonce: code })
  assert.equal(again.error?.code, 'reauthentication_not_valid')
  const { data } = await client.auth.getUser()
  const { reauthentication_sent_at: sentAt = '' } = data.user as { reauthentication_sent_at?: string }
  assert.ok(Date.now() - Date.parse(sentAt) < 60_000)
})

test('a nonce works only for its user, and a signed-out caller gets none', async () => {
  const [mara, nils] = [await person(), await person()]
  assert.equal((await mara.client.auth.reauthenticate()).error, null)
  const { code } = await nonceMail(mara.email)
  const taken = await nils.client.auth.updateUser({ password: 'quiet harbour under seven', nonce: code })
  assert.equal(taken.error?.code, 'reauthentication_not_valid')
  assert.equal((await call('GET', '/reauthenticate')).status, 403)
})
