import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { totpCode } from '#testing/authenticator-app.ts'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const tenant = await makeTenant(app.database)

const clientFor = (key: string) =>
  app.client(key, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
    global: { fetch: app.fetch },
  }).auth

/** A signed-in user without a factor. */
async function person(key: string, email = newEmail()) {
  const session = await signUp(app, key, email)
  const auth = clientFor(key)
  await auth.setSession(session)
  return { email, auth, id: session.user.id }
}

/** A user signed in at aal2 by an authenticator app. */
async function personWithTotp(key: string) {
  const enrolled = await person(key)
  const { data } = await enrolled.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  const { error } = await enrolled.auth.mfa.challengeAndVerify({
    factorId: data!.id,
    code: totpCode(data!.totp.secret),
  })
  assert.equal(error, null)
  return { ...enrolled, factorId: data!.id }
}

/** Another session of the same user, at aal1. */
async function signedInAgain(key: string, email: string) {
  const auth = clientFor(key)
  const { error } = await auth.signInWithPassword({ email, password: PASSWORD })
  assert.equal(error, null)
  return auth
}

for (const [pool, key] of [
  ['creators', app.anonKey],
  ["a tenant's end users", tenant.public_key],
] as const)
  test(`${pool}: ten codes, shown once, raise one session each, and can be regenerated and removed`, async () => {
    const { auth, email, factorId } = await personWithTotp(key)
    const { recoveryCodes } = auth.mfa
    assert.equal((await recoveryCodes.getStatus()).error?.code, 'mfa_factor_not_found')
    const { data: made, error } = await recoveryCodes.generate({ friendlyName: 'Backup codes' })
    assert.equal(error, null)
    assert.deepEqual([made.type, made.total, made.friendly_name], ['recovery_code', 10, 'Backup codes'])
    assert.equal(new Set(made.codes).size, 10)
    for (const code of made.codes) assert.match(code, /^[0-9a-z]{16}$/)
    assert.match(latestEmailTo(app, email).text, /Backup codes/)
    assert.equal((await recoveryCodes.generate()).error?.code, 'mfa_verified_factor_exists')
    const stored = await app.owner.query('select * from auth.mfa_recovery_codes')
    for (const code of made.codes) assert.ok(!JSON.stringify(stored.rows).includes(code))

    const again = await signedInAgain(key, email)
    const typed = made.codes[0]!.toUpperCase().replace(/(.{4})(?=.)/g, '$1-')
    const { data: raised, error: refused } = await again.mfa.recoveryCodes.verify({ code: ` ${typed} ` })
    assert.equal(refused, null)
    assert.equal(raised.user.factors?.length, 2)
    const level = await again.mfa.getAuthenticatorAssuranceLevel()
    assert.equal(level.data?.currentLevel, 'aal2')
    assert.deepEqual(
      level.data.currentAuthenticationMethods.map((entry) => typeof entry === 'object' && entry.method),
      ['mfa/recovery_code', 'password'],
    )
    const { data: status } = await again.mfa.recoveryCodes.getStatus()
    assert.deepEqual([status?.total, status?.remaining], [10, 9])
    const used = await (await signedInAgain(key, email)).mfa.recoveryCodes.verify({ code: made.codes[0]! })
    assert.equal(used.error?.code, 'mfa_verification_failed')

    const { data: fresh } = await again.mfa.recoveryCodes.regenerate()
    assert.deepEqual([fresh?.id, fresh?.friendly_name, fresh?.codes.length], [made.id, 'Backup codes', 10])
    const old = await (await signedInAgain(key, email)).mfa.recoveryCodes.verify({ code: made.codes[1]! })
    assert.equal(old.error?.code, 'mfa_verification_failed')
    assert.deepEqual((await again.mfa.recoveryCodes.unenroll()).data, { id: made.id })
    await again.refreshSession()
    assert.equal((await again.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel, 'aal1')
    assert.deepEqual(
      (await again.mfa.listFactors()).data?.all.map(({ id }) => id),
      [factorId],
    )
  })

describe('recovery codes are refused', () => {
  test('without another factor, and below aal2', async () => {
    const { auth } = await person(app.anonKey)
    assert.equal((await auth.mfa.recoveryCodes.generate()).error?.code, 'mfa_recovery_codes_sole_factor')
    assert.equal((await auth.mfa.recoveryCodes.verify({ code: 'x' })).error?.code, 'mfa_verification_failed')
    const { email, auth: raised } = await personWithTotp(app.anonKey)
    const low = await signedInAgain(app.anonKey, email)
    assert.equal((await low.mfa.recoveryCodes.generate()).error?.code, 'insufficient_aal')
    assert.equal((await raised.mfa.recoveryCodes.generate()).error, null)
    assert.equal((await low.mfa.recoveryCodes.getStatus()).data?.remaining, 10)
    assert.equal((await low.mfa.recoveryCodes.regenerate()).error?.code, 'insufficient_aal')
    assert.equal((await low.mfa.recoveryCodes.unenroll()).error?.code, 'insufficient_aal')
  })

  test('they are deleted with the last factor that they replace', async () => {
    const { auth, factorId } = await personWithTotp(app.anonKey)
    const { data } = await auth.mfa.recoveryCodes.generate()
    assert.equal((await auth.mfa.recoveryCodes.verify({ code: data!.codes[0]! })).error, null)
    assert.equal((await auth.mfa.unenroll({ factorId })).error, null)
    await auth.refreshSession()
    assert.deepEqual((await auth.mfa.listFactors()).data?.all, [])
    const level = await auth.mfa.getAuthenticatorAssuranceLevel()
    assert.deepEqual([level.data?.currentLevel, level.data?.nextLevel], ['aal1', 'aal1'])
  })

  test('[D21] ten wrong guesses lock the set, and new codes lift the lock', async () => {
    const { auth, email } = await personWithTotp(app.anonKey)
    const { data } = await auth.mfa.recoveryCodes.generate()
    const low = await signedInAgain(app.anonKey, email)
    const codes: (string | undefined)[] = []
    for (let i = 0; i < 12; i++)
      codes.push((await low.mfa.recoveryCodes.verify({ code: `wrong-${i}` })).error?.code)
    assert.deepEqual(codes.slice(0, 10), Array(10).fill('mfa_verification_failed'))
    assert.deepEqual(codes.slice(10), Array(2).fill('mfa_recovery_codes_locked'))
    const right = await low.mfa.recoveryCodes.verify({ code: data!.codes[0]! })
    assert.deepEqual([right.error?.status, right.error?.code], [429, 'mfa_recovery_codes_locked'])
    const { data: fresh } = await auth.mfa.recoveryCodes.regenerate()
    assert.equal((await low.mfa.recoveryCodes.verify({ code: fresh!.codes[0]! })).error, null)
  })

  test('[D21] of 10 concurrent uses of one code, one succeeds', async () => {
    const { auth, email } = await personWithTotp(app.anonKey)
    const { data } = await auth.mfa.recoveryCodes.generate()
    const low = await signedInAgain(app.anonKey, email)
    const token = (await low.getSession()).data.session!.access_token
    const call = authCall(app, app.anonKey)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        call('POST', '/factors/recovery-codes/verify', { token, body: { code: data!.codes[3] } }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  test('if the pool does not offer them', async () => {
    const own = await makeTenant(app.database)
    const { auth } = await personWithTotp(own.public_key)
    await authCall(app, app.serviceKey)('PATCH', '/admin/settings', {
      headers: { 'x-bb-pool': own.id },
      body: { mfa_recovery_codes: false },
    })
    const { recoveryCodes } = auth.mfa
    assert.equal((await recoveryCodes.generate()).error?.code, 'mfa_recovery_codes_enroll_not_enabled')
    const verified = await recoveryCodes.verify({ code: 'x' })
    assert.equal(verified.error?.code, 'mfa_recovery_codes_verify_not_enabled')
  })
})
