import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  groupInDevelopment,
  integrationKeys,
  findIntegration,
  missingNotice,
  requiredNames,
} from './integrations.ts'

test('[S9-061] [S9-062] payments: Express and Standard, with the settings that each needs in a mode', () => {
  assert.deepEqual(integrationKeys('stripe'), ['stripe_express', 'stripe_standard'])
  assert.deepEqual(requiredNames('stripe_express', 'test'), [
    'STRIPE_SECRET_KEY_TEST',
    'STRIPE_WEBHOOK_SECRET_TEST',
    'STRIPE_CONNECT_WEBHOOK_SECRET_TEST',
  ])
  assert.deepEqual(requiredNames('stripe_standard', 'live'), [
    'STRIPE_SECRET_KEY_LIVE',
    'STRIPE_WEBHOOK_SECRET_LIVE',
    'STRIPE_CONNECT_WEBHOOK_SECRET_LIVE',
    'STRIPE_CONNECT_CLIENT_ID_LIVE',
  ])
})

test('[S9-063] [S9-064] sign-in: the built-in auth and Auth0, whose settings the creator enters', () => {
  assert.deepEqual(integrationKeys('auth'), ['supabase', 'auth0'])
  assert.equal(findIntegration('supabase')?.title, 'Built-in auth')
  assert.equal(findIntegration('auth0')?.title, 'Auth0')
  for (const key of integrationKeys('auth'))
    for (const mode of ['test', 'live'] as const) assert.deepEqual(requiredNames(key, mode), [], key)
})

test('[S9-068] webhooks need no operator settings in either mode', () => {
  assert.deepEqual(integrationKeys('webhooks'), ['webhooks'])
  assert.equal(findIntegration('webhooks')?.title, 'Webhooks')
  for (const mode of ['test', 'live'] as const) assert.deepEqual(requiredNames('webhooks', mode), [])
})

test('the catalog has thirteen entries on seven pages', () => {
  assert.equal(integrationKeys().length, 13)
  assert.deepEqual(
    (['auth', 'chatbot', 'webhooks', 'email', 'analytics', 'databases'] as const).map(
      (group) => integrationKeys(group).length,
    ),
    [2, 1, 1, 2, 2, 3],
  )
})

test('[S2-199] an unknown key is logged and ignored', (t) => {
  const warn = t.mock.method(console, 'warn', () => undefined)
  for (const key of ['nope', 'constructor', '']) assert.equal(findIntegration(key), undefined)
  assert.deepEqual(
    warn.mock.calls.map(({ arguments: [words] }) => words),
    ['Unknown integration: nope', 'Unknown integration: constructor', 'Unknown integration: '],
  )
})

test('[S9-070] every entry names its settings for both modes, with the mode as suffix', () => {
  for (const key of integrationKeys()) {
    const [forTest, forLive] = [requiredNames(key, 'test'), requiredNames(key, 'live')]
    for (const name of forTest) assert.match(name, /^[A-Z][A-Z_]+_TEST$/, key)
    assert.deepEqual(
      forLive,
      forTest.map((name) => name.replace(/_TEST$/, '_LIVE')),
      key,
    )
    // These need no operator settings: they are built in, or the creator enters the values.
    assert.equal(forTest.length === 0, ['supabase', 'auth0', 'webhooks'].includes(key), key)
  }
})

test('the notice names the missing settings', () => {
  assert.equal(missingNotice(['MYSQL_URL_TEST']), 'Add MYSQL_URL_TEST to enable this action')
  assert.equal(missingNotice(['A', 'B']), 'Add A, B to enable this action')
})

test('groups that nothing uses yet are marked; so is the chatbot until the prompt block is registered', () => {
  const groups = ['stripe', 'auth', 'webhooks', 'email', 'analytics', 'databases'] as const
  assert.deepEqual(
    groups.filter((group) => groupInDevelopment(group, [])),
    ['email', 'analytics', 'databases'],
  )
  assert.equal(groupInDevelopment('chatbot', ['auth', 'pay']), true)
  assert.equal(groupInDevelopment('chatbot', ['auth', 'pay', 'prompt']), false)
})
