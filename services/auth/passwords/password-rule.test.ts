import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { loadConfig } from '#kernel/config.ts'
import { newEmail } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const strict = await testApp()
const basic = await testApp({ env: { AUTH_PASSWORD_RULE: 'basic' } })
const signUpWith = async (app: typeof strict, password: string) =>
  (await app.client().auth.signUp({ email: newEmail(), password })).error?.code

test("[D01] the official service's rule, six characters of any kind, applies only if the operator sets it", async () => {
  assert.equal(await signUpWith(strict, 'secret'), 'weak_password')
  assert.equal(await signUpWith(basic, 'secret'), undefined)
  assert.equal(await signUpWith(basic, 'secre'), 'weak_password')
  assert.equal(await signUpWith(strict, 'password12'), 'weak_password')
})

test('a length below the strict rule fails at startup and names the setting that allows it', () => {
  const secrets = {
    jwtSecret: randomBytes(32).toString('hex'),
    secretKeys: `t:${randomBytes(32).toString('base64')}`,
  }
  const load = (env: Record<string, string>) =>
    loadConfig(
      { NODE_ENV: 'test', DATA_DIR: '.tmp/none', PUBLIC_URL: 'http://localhost:3000', ...env },
      secrets,
    )
  assert.throws(() => load({ AUTH_PASSWORD_MIN_LENGTH: '7' }), /AUTH_PASSWORD_RULE=basic/)
  assert.equal(load({ AUTH_PASSWORD_MIN_LENGTH: '7', AUTH_PASSWORD_RULE: 'basic' }).auth.passwordMinLength, 7)
})
