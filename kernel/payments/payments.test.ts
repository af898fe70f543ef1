import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { loadConfig, type Config } from '../config.ts'
import { createPayments } from './payments.ts'

type Keys = Partial<Config['payments']['test']>

function payments(publicUrl: string, test: Keys, live: Keys) {
  const none = { webhookSecrets: { platform: [], connect: [], thin: [] } }
  const config = { provider: 'stripe', test: { ...none, ...test }, live: { ...none, ...live } }
  return createPayments({ env: 'test', publicUrl, payments: config as unknown as Config['payments'] }, '1')
}

test('Checkout is embedded if its mode has a publishable key, in live mode only with https', () => {
  const test = { publishableKey: 'pk_test_1' }
  const live = { publishableKey: 'pk_live_1' }
  const modes = (...given: Parameters<typeof payments>) => {
    const made = payments(...given)
    return [made.canFrame('test'), made.canFrame('live')]
  }
  assert.deepEqual(modes('https://app.example', test, live), [true, true])
  assert.deepEqual(modes('http://localhost:3000', test, live), [true, false])
  assert.deepEqual(modes('https://app.example', {}, live), [false, true])
  assert.deepEqual(modes('https://app.example', test, {}), [true, false])
})

test('the browser script is the provider’s, in the release of the server’s API version', () => {
  const { url, script, frame, connect, image } = payments('https://app.example', {}, {}).browserScript()
  assert.match(url, /^https:\/\/js\.stripe\.com\/\w+\/stripe\.js$/)
  assert.ok(script.includes(new URL(url).origin))
  for (const source of [...script, ...frame, ...connect, ...image])
    assert.match(source, /^https:\/\/(\*\.)?([a-z]+\.)?stripe\.com$/)
})

const secrets = {
  jwtSecret: randomBytes(32).toString('hex'),
  secretKeys: `t:${randomBytes(32).toString('base64')}`,
}
const keys = {
  PAYMENTS_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY_TEST: 'sk_test_1',
  STRIPE_SECRET_KEY_LIVE: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_1',
  STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_1',
}

test('[S4-052] the mode selects the publishable key; without one there is none, never the other mode’s', () => {
  const both = createPayments(loadConfig(keys, secrets), '0')
  assert.equal(both.publishableKey('test'), 'pk_test_1')
  assert.equal(both.publishableKey('live'), 'pk_live_1')
  for (const [missing, mode, other] of [
    ['STRIPE_PUBLISHABLE_KEY_LIVE', 'live', 'test'],
    ['STRIPE_PUBLISHABLE_KEY_TEST', 'test', 'live'],
  ] as const) {
    const one = createPayments(loadConfig({ ...keys, [missing]: '' }, secrets), '0')
    assert.equal(one.publishableKey(mode), undefined)
    assert.equal(one.publishableKey(other), `pk_${other}_1`)
  }
})
