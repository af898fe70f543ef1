import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, loadConfig, settingNames } from './config.ts'
import type { SandboxReady } from './config.ts'

const key = () => randomBytes(32).toString('base64')
const secrets = { jwtSecret: randomBytes(32).toString('hex'), secretKeys: `k1:${key()}` }
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://app.example',
  DATABASE_URL: 'postgres://owner:canary-database@db.example/app',
  JWT_SECRET: `canary-jwt-${randomBytes(32).toString('hex')}`,
  SECRET_KEYS: `k1:${key()}`,
  SMTP_URL: 'smtp://mailer:canary-smtp@mail.example:587',
  STRIPE_SECRET_KEY_LIVE: 'sk_live_canary',
}

/** The refusal of these settings; fails when they are taken. */
function refusal(env: NodeJS.ProcessEnv, kept: object = secrets): string {
  try {
    loadConfig(env, kept)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    assert.doesNotMatch(error.message, /canary/, 'a refusal shows no value')
    return error.message
  }
  return assert.fail(`taken: ${JSON.stringify(env)}`)
}

test('[Q05] production with all that it needs starts, on every address of the machine, without stand-ins', () => {
  const config = loadConfig(production)
  assert.equal(config.env, 'production')
  assert.equal(config.host, '0.0.0.0')
  assert.equal(config.payments.provider, 'stripe')
  assert.equal(config.payments.host, undefined)
  assert.equal(config.payments.live.secretKey, 'sk_live_canary')
  assert.ok(Object.isFrozen(config))
})

test('[Q05] production is reached under https, or on its own machine', () => {
  for (const url of [
    'http://app.example',
    'http://203.0.113.7',
    'http://localhost.evil.example',
    'http://10.0.0.1:3000',
  ])
    assert.equal(
      refusal({ ...production, PUBLIC_URL: url }),
      'The server does not start: PUBLIC_URL starts with http://: set an address that starts with https://, or localhost.',
    )
  for (const url of [
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://a.localhost',
  ])
    assert.equal(loadConfig({ ...production, PUBLIC_URL: url }).publicUrl, url)
  assert.equal(loadConfig({ PUBLIC_URL: 'http://app.example' }, secrets).publicUrl, 'http://app.example')
})

test('[Q05] production without a secret or an address refuses and names the setting and the remedy', () => {
  for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'JWT_SECRET', 'SECRET_KEYS', 'SMTP_URL'])
    for (const value of [undefined, ''])
      assert.match(
        refusal({ ...production, [name]: value }),
        new RegExp(`^The server does not start: ${name} is missing: set .+\\.$`),
      )
  const all = refusal({ NODE_ENV: 'production' })
  for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'JWT_SECRET', 'SECRET_KEYS', 'SMTP_URL'])
    assert.ok(all.includes(`${name} is missing`), name)
})

test('[Q05] default, short and made-up secrets are refused, in development too', () => {
  const weak: Record<string, string[]> = {
    JWT_SECRET: [
      'canary',
      'super-secret-jwt-token-with-at-least-32-characters-long',
      'canary-changeme-canary-canary-canary-canary',
      'canary-my-password-canary-canary-canary',
      'a'.repeat(64),
      'abcabcabc'.repeat(8),
    ],
    SECRET_KEYS: [
      'canary',
      `k1:${Buffer.alloc(32).toString('base64')}`,
      `k1:${Buffer.alloc(32, 'ab').toString('base64')}`,
      `k1:${randomBytes(31).toString('base64')}`,
      `:${key()}`,
      `k 1:${key()}`,
      `k1:${key()},k1:${key()}`,
      `k1:${key()},k2:canary`,
    ],
  }
  for (const [name, values] of Object.entries(weak))
    for (const value of values) {
      assert.match(refusal({ ...production, [name]: value }), new RegExp(name), value)
      assert.match(refusal({ [name]: value }), new RegExp(name), value)
    }
})

test('[Q05] what is for tests and development does not exist in production', () => {
  assert.match(
    refusal({ ...production, PAYMENTS_PROVIDER: 'sandbox' }),
    /PAYMENTS_PROVIDER=sandbox does not exist/,
  )
  assert.match(refusal({ ...production, AUTH_AUTOCONFIRM: 'true' }), /AUTH_AUTOCONFIRM is for tests/)
  // Secrets that a development instance made for itself are no secrets of production.
  assert.match(refusal({ ...production, JWT_SECRET: undefined }), /JWT_SECRET is missing/)
})

test('a key of one mode in the place of the other is refused', () => {
  assert.match(refusal({ STRIPE_SECRET_KEY_TEST: 'sk_live_canary' }), /STRIPE_SECRET_KEY_TEST is no test key/)
  assert.match(refusal({ STRIPE_SECRET_KEY_LIVE: 'rk_test_canary' }), /STRIPE_SECRET_KEY_LIVE is no live key/)
  loadConfig({ STRIPE_SECRET_KEY_TEST: 'rk_test_1' }, secrets)
})

test('malformed settings are named, never shown', () => {
  const wrong: Record<string, string[]> = {
    NODE_ENV: ['canary'],
    PORT: ['canary', '0', '70000', '3000.5'],
    PUBLIC_URL: [
      'canary',
      'ftp://canary',
      'https://canary/path',
      'https://user:canary@host',
      'https://',
      'https://canary?x',
    ],
    EMBED_ORIGIN_LIVE: ['//canary'],
    DATABASE_URL: ['canary', 'mysql://canary/x', 'postgres://canary:x@ho st/x'],
    DATABASE_POOL: ['0', '-1', 'canary'],
    SMTP_URL: ['canary', 'http://canary'],
    AUTH_AUTOCONFIRM: ['canary'],
    AUTH_PASSWORD_MIN_LENGTH: ['5', 'canary'],
    AUTH_PASSWORD_RULE: ['weak', 'canary'],
    AUTH_LIMIT_FACTOR: ['0', '-1', 'canary'],
    TRUSTED_PROXIES: ['-1', '1.5'],
    PAYMENTS_PROVIDER: ['canary'],
    LOG_LEVEL: ['canary'],
  }
  for (const [name, values] of Object.entries(wrong))
    for (const value of values)
      assert.match(
        refusal({ [name]: value }),
        new RegExp(`Settings are not valid\\. ${name}: `),
        `${name}=${value}`,
      )
})

test('with nothing set everything has its default, beside the port', () => {
  const config = loadConfig({ PORT: '4100' }, secrets)
  assert.deepEqual(
    [config.env, config.host, config.publicUrl, config.sandboxPort, config.demoPort],
    ['development', 'localhost', 'http://localhost:4100', 4101, 4102],
  )
  assert.deepEqual([config.embedOrigin.live, config.embedOrigin.test], [config.publicUrl, config.publicUrl])
  assert.equal(loadConfig({ PORT: '' }, secrets).port, 3000, 'empty is not set')
  assert.equal(
    loadConfig({ PUBLIC_URL: 'https://APP.example:443/' }, secrets).publicUrl,
    'https://app.example',
  )
})

test('the sandbox stands in exactly where no key is set', () => {
  const sandbox: SandboxReady = {
    url: 'http://localhost:3001',
    smtpUrl: 'smtp://127.0.0.1:2525',
    stripe: {
      secretKeyTest: 'sk_test_sandbox',
      publishableKeyTest: 'pk_test_sandbox',
      connectClientIdTest: 'ca_test',
      secretKeyLive: 'sk_live_sandbox',
      publishableKeyLive: 'pk_live_sandbox',
      connectClientIdLive: 'ca_live',
    },
    webhookSecrets: {
      test: { platform: 'whsec_1', connect: 'whsec_2' },
      live: { platform: 'whsec_3', connect: 'whsec_4' },
    },
  }
  const bare = loadConfig({}, secrets, sandbox)
  assert.equal(bare.payments.provider, 'sandbox')
  assert.deepEqual(bare.payments.host, {
    protocol: 'http',
    host: 'localhost',
    port: 3001,
    url: 'http://localhost:3001',
  })
  assert.equal(bare.payments.test.secretKey, 'sk_test_sandbox')
  assert.deepEqual(bare.payments.live.webhookSecrets, {
    platform: ['whsec_3'],
    connect: ['whsec_4'],
    thin: [],
  })
  assert.equal(bare.mail.smtpUrl, 'smtp://127.0.0.1:2525')

  const keyed = loadConfig({ STRIPE_SECRET_KEY_TEST: 'sk_test_own' }, secrets, sandbox)
  assert.equal(keyed.payments.provider, 'stripe')
  assert.equal(keyed.payments.host, undefined)
  assert.equal(keyed.payments.test.secretKey, 'sk_test_own')
  assert.equal(keyed.payments.live.secretKey, undefined)
  assert.equal(keyed.mail.smtpUrl, 'smtp://127.0.0.1:2525')

  assert.equal(loadConfig({ SMTP_URL: 'smtp://own:25' }, secrets, sandbox).mail.smtpUrl, 'smtp://own:25')
  assert.equal(loadConfig({ PAYMENTS_PROVIDER: 'stripe' }, secrets, sandbox).payments.host, undefined)
})

test('[H21] webhook secrets may be several while they rotate', () => {
  const { payments } = loadConfig(
    {
      STRIPE_SECRET_KEY_TEST: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET_TEST: 'whsec_new, whsec_old',
      STRIPE_THIN_WEBHOOK_SECRET_TEST: 'whsec_thin,whsec_thinner',
    },
    secrets,
  )
  assert.deepEqual(payments.test.webhookSecrets, {
    platform: ['whsec_new', 'whsec_old'],
    connect: [],
    thin: ['whsec_thin', 'whsec_thinner'],
  })
})

test('.env.example lists exactly the settings there are', () => {
  const text = readFileSync(join(import.meta.dirname, '..', '.env.example'), 'utf8')
  const listed = [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!)
  assert.deepEqual(listed.toSorted(), settingNames.toSorted())
})

test('every setting is read: what the server does with it is not only its declaration', () => {
  const sources = [
    'config.ts',
    'identity-config.ts',
    'storage-config.ts',
    'password-config.ts',
    'video-config.ts',
    'wallet-config.ts',
    'model-config.ts',
    'payments/stripe-keys.ts',
    'sms/sms-settings.ts',
  ]
  const text = sources.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
  assert.deepEqual(settingsNotRead(text, settingNames), [])
  assert.deepEqual(settingsNotRead(`${text}\n  NOBODY_READS: text,`, [...settingNames, 'NOBODY_READS']), [
    'NOBODY_READS',
  ])
})

/** Settings of which a source has no `s.NAME`, `env.NAME`, quoted name or template of names (`STRIPE_KEY_${mode}`). */
function settingsNotRead(text: string, names: readonly string[]): string[] {
  const read = new Set([...text.matchAll(/(?<=\.|')[A-Z][A-Z0-9_]+\b/g)].map(([name]) => name))
  const templates = [...text.matchAll(/`([A-Z0-9_]*\$\{\w+\}[A-Z0-9_]*)`/g)].map(
    ([, template]) => new RegExp(`^${template!.replace(/\$\{\w+\}/, '[A-Z0-9]+')}$`),
  )
  return names.filter((name) => !read.has(name) && !templates.some((template) => template.test(name)))
}

test('every part of the configuration is used outside of the files that make it', () => {
  const config = loadConfig({ ...production, SMS_URL: 'https://sms.example', SMS_TOKEN: 'canary-sms' })
  const root = join(import.meta.dirname, '..')
  const used = ['kernel', 'server', 'services', 'features', 'blocks', 'scripts']
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
    .filter((file) => !/\.test\.ts$|config\.ts$|sms-settings\.ts$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const words = new Set(used.match(/\b[a-z]\w*/gi))
  const parts = Object.entries(config).flatMap(([name, value]) => [
    name,
    ...(value && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : []),
  ])
  assert.deepEqual(
    parts.filter((part) => !words.has(part)),
    [],
  )
})
