import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const tenant = await makeTenant(app.database)
const strict = await testApp()
const offer = (at: typeof app, poolId?: string) =>
  authCall(at, at.serviceKey)('PATCH', '/admin/settings', {
    headers: poolId ? { 'x-bb-pool': poolId } : {},
    body: { mfa_phone: true },
  })
await offer(app)
await offer(app, tenant.id)
await offer(strict)

let numbers = 15112345600
const newNumber = () => `+49${numbers++}`
const codeSentTo = (at: typeof app, number: string) =>
  /\b\d{6}\b/.exec(at.texts.findLast(({ to }) => to === number)?.text ?? '')?.[0] ?? ''

async function person(at: typeof app, key: string) {
  const email = newEmail()
  const session = await signUp(at, key, email)
  const { auth } = at.client(key)
  await auth.setSession(session)
  return { email, auth, token: session.access_token }
}

for (const [pool, key] of [
  ['creators', app.anonKey],
  ["a tenant's end users", tenant.public_key],
] as const)
  test(`a phone as second factor of ${pool} is enrolled, challenged by text message and verified`, async () => {
    const { auth, email, token } = await person(app, key)
    const phone = newNumber()
    const { data: factor, error } = await auth.mfa.enroll({
      factorType: 'phone',
      phone,
      friendlyName: 'Mine',
    })
    assert.ok(factor, error?.message)
    assert.deepEqual([factor.type, factor.phone], ['phone', phone])
    for (const channel of ['sms', 'whatsapp'] as const) {
      const path = `/factors/${factor.id}/challenge`
      const { status, body } = await authCall(app, key)('POST', path, { token, body: { channel } })
      assert.deepEqual([status, body.type], [200, 'phone'])
    }
    const { data: challenge } = await auth.mfa.challenge({ factorId: factor.id })
    const code = codeSentTo(app, phone)
    const wrong = await auth.mfa.verify({
      factorId: factor.id,
      challengeId: challenge!.id,
      code: String((Number(code) + 1) % 1_000_000).padStart(6, '0'),
    })
    assert.equal(wrong.error?.code, 'mfa_verification_failed')
    const right = await auth.mfa.verify({ factorId: factor.id, challengeId: challenge!.id, code })
    assert.equal(right.error, null)
    const { data: claims } = await auth.getClaims(right.data.access_token)
    const amr = claims?.claims.amr as { method: string }[]
    assert.deepEqual([claims?.claims.aal, amr[0]?.method], ['aal2', 'mfa/phone'])
    assert.equal((await auth.mfa.listFactors()).data?.phone.length, 1)
    const again = await auth.mfa.verify({ factorId: factor.id, challengeId: challenge!.id, code })
    assert.equal(again.error?.code, 'mfa_challenge_expired')
    const twice = await auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Twice' })
    assert.equal(twice.error?.code, 'mfa_verified_factor_exists')
    const low = app.client(key).auth
    await low.signInWithPassword({ email, password: PASSWORD })
    const { rows } = await app.owner.query('select phone from auth.mfa_factors where id = $1', [factor.id])
    assert.equal(rows[0].phone, phone.slice(1))
  })

test('an invalid number, a second enrollment of the same number and an unknown channel', async () => {
  const { auth, token } = await person(app, app.anonKey)
  const call = authCall(app, app.anonKey)
  for (const phone of [undefined, '', '123', '+49 not a number']) {
    const { status, body } = await call('POST', '/factors', { token, body: { factor_type: 'phone', phone } })
    assert.deepEqual([status, body.code], [400, 'validation_failed'], phone)
  }
  const phone = newNumber()
  const first = await auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Mine' })
  const second = await auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Mine' })
  assert.equal(second.error, null)
  assert.notEqual(first.data!.id, second.data.id)
  const { body } = await call('POST', `/factors/${second.data.id}/challenge`, {
    token,
    body: { channel: 'pigeon' },
  })
  assert.equal(body.code, 'validation_failed')
})

test('[D21] a number gets at most one text message a minute', async () => {
  const { auth } = await person(strict, strict.anonKey)
  const { data } = await auth.mfa.enroll({ factorType: 'phone', phone: newNumber() })
  assert.equal((await auth.mfa.challenge({ factorId: data!.id })).error, null)
  const { error } = await auth.mfa.challenge({ factorId: data!.id })
  assert.deepEqual([error?.status, error?.code], [429, 'over_sms_send_rate_limit'])
})

test('phone factors are off without a text-message service, whatever the settings say', async () => {
  const silent = await testApp({ sms: false })
  await offer(silent)
  const { auth } = await person(silent, silent.anonKey)
  const { error } = await auth.mfa.enroll({ factorType: 'phone', phone: newNumber() })
  assert.equal(error?.code, 'mfa_phone_enroll_not_enabled')
})
