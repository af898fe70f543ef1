import { resolve } from 'node:path'
import * as z from 'zod'
import { auth0Overrides, identityConfig, identitySettings } from './identity-config.ts'
import type { IdentityConfig, SandboxIdentity } from './identity-config.ts'
import { type SmsConfig, smsConfig, smsFaults, smsSettings } from './sms/sms-settings.ts'
import { type PasswordRule, passwordFaults, passwordRule, passwordSettings } from './password-config.ts'
import { type StorageConfig, storageConfig, storageFaults, storageSettings } from './storage-config.ts'
import { type VideoConfig, videoConfig, videoFaults, videoSettings } from './video-config.ts'
import { sandboxPayments, stripeKeys } from './payments/stripe-keys.ts'
import { type ModelConfig, modelConfig, modelFaults, modelSettings } from './model-config.ts'
import { type WalletConfig, walletConfig, walletFaults, walletSettings } from './wallet-config.ts'

const mode = z.enum(['development', 'production', 'test']).default('development')
const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .transform((value) => value === 'true' || value === '1')
  .optional()
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter(Boolean),
  )
/** Scheme, host and port. Every setting that is compared with a browser's origin has this form. */
const origin = z
  .string()
  .refine((value) => {
    if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false
    const { pathname, search, hash, username, password } = new URL(value)
    return pathname === '/' && !(search || hash || username || password)
  }, 'must be an address like https://shop.example, without a path')
  .transform((value) => new URL(value).origin)
const address = (schemes: RegExp, example: string) =>
  z
    .string()
    .refine((value) => schemes.test(value) && URL.canParse(value), `must be an address like ${example}`)
    .optional()
const postgres = address(/^postgres(ql)?:\/\//, 'postgres://user:password@host:5432/database')
const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback)

const DATA_DIR = '.data'

/** Every setting with its format and default. `.env.example` lists the same names; a test compares them. */
const settings = z.object({
  NODE_ENV: mode,
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  SANDBOX_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  DEMO_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  HOST: z.string().optional(),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default(DATA_DIR),
  DATABASE_URL: postgres,
  DATABASE_APP_URL: postgres,
  DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
  JWT_SECRET: z.string().optional(),
  SECRET_KEYS: z.string().optional(),
  PAYMENTS_PROVIDER: z.enum(['stripe', 'sandbox']).optional(),
  STRIPE_SECRET_KEY_TEST: z.string().optional(),
  STRIPE_SECRET_KEY_LIVE: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY_TEST: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY_LIVE: z.string().optional(),
  STRIPE_CONNECT_CLIENT_ID_TEST: z.string().optional(),
  STRIPE_CONNECT_CLIENT_ID_LIVE: z.string().optional(),
  STRIPE_WEBHOOK_SECRET_TEST: z.string().optional(),
  STRIPE_WEBHOOK_SECRET_LIVE: z.string().optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET_TEST: z.string().optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET_LIVE: z.string().optional(),
  STRIPE_THIN_WEBHOOK_SECRET_TEST: z.string().optional(),
  STRIPE_THIN_WEBHOOK_SECRET_LIVE: z.string().optional(),
  STRIPE_CONNECT_ACCOUNT_FORM: z.enum(['v2', 'v1_express']).default('v2'),
  SMTP_URL: address(/^smtps?:\/\//, 'smtp://user:password@host:587'),
  MAIL_FROM: z.string().default('Bolt Blocks <no-reply@localhost>'),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  SECURITY_EMAIL: z.email('must be an email address').optional(),
  ...smsSettings,
  ...storageSettings,
  ...videoSettings,
  ...walletSettings,
  COUNTRY_FILE: z.string().optional(),
  ...modelSettings,
  STAFF_EMAIL_DOMAINS: list,
  STATS_EMAILS: list,
  EMBED_ORIGIN_LIVE: origin.optional(),
  EMBED_ORIGIN_TEST: origin.optional(),
  AUTH0_DOMAIN_OVERRIDES: auth0Overrides,
  AUTH_AUTOCONFIRM: flag,
  ...passwordSettings,
  ...identitySettings,
  AUTH_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  REST_QUERY_PLANS: flag,
  REST_AGGREGATES: flag,
  REST_REQUESTS_PER_ADDRESS: count(30_000),
  REALTIME_PRIVATE_ONLY: flag,
  REALTIME_SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).default(4000),
  TRUSTED_PROXIES: count(0),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug', 'trace']).optional(),
})

export type Settings = z.output<typeof settings>
export type PaymentMode = 'test' | 'live'

export interface StripeKeys {
  secretKey?: string
  publishableKey?: string
  connectClientId?: string
  /** `thin`: of the event destination for accounts (v2), whose events contain only what changed. */
  webhookSecrets: { platform: string[]; connect: string[]; thin: string[] }
}

/** The process's configuration, read once at startup from the environment (and the secrets stored in DATA_DIR). */
export interface Config {
  env: 'development' | 'production' | 'test'
  host: string
  port: number
  sandboxPort: number
  demoPort: number
  /** URL of the development sandbox while it runs. */
  sandboxUrl?: string | undefined
  /** Origin at which users reach this server, without a trailing slash. */
  publicUrl: string
  dataDir: string
  databaseUrl?: string
  databaseAppUrl?: string
  databasePool: number
  jwtSecret: string
  /** Key ring for sealing, newest first: `{ id, key (32 bytes) }`. */
  secretKeys: { id: string; key: Buffer }[]
  payments: {
    provider: 'stripe' | 'sandbox'
    /** The sandbox's API host, only with provider `sandbox`. */
    host?: { protocol: 'http' | 'https'; host: string; port: number; url: string }
    accountForm: 'v2' | 'v1_express'
    test: StripeKeys
    live: StripeKeys
  }
  mail: { smtpUrl?: string; from: string }
  /** Contact addresses, as shown on the trust page. */
  contact: { general?: string; security?: string }
  /** Text messages; undefined when no provider is configured. */
  sms?: SmsConfig | undefined
  /** Where files are stored, and their size limits. */
  storage: StorageConfig
  video: VideoConfig
  /** What signs passes of Apple Wallet; undefined when the operator gave no certificate. */
  wallet?: WalletConfig | undefined
  /** Path of a database of countries by network (MMDB); undefined when the operator gave none. */
  countryFile?: string | undefined
  /** The language model for tenants without one of their own; undefined when the operator gave none. */
  model?: ModelConfig | undefined
  auth: PasswordRule & {
    autoconfirm: boolean
    limitFactor: number
    /** URLs, without a trailing slash, that replace Auth0 domains. */
    auth0Overrides: Record<string, string>
  }
  /** Sign-in with external providers. */
  identity: IdentityConfig
  /**
   * The data API. `queryPlans`: the service key may request query plans. `aggregates`: all callers may aggregate (sums,
   * averages) what they can read. `requestsPerAddress`: per minute and process; 0: unlimited.
   */
  rest: { queryPlans: boolean; aggregates: boolean; requestsPerAddress: number }
  /**
   * `privateOnly`: channels that no policy covers are refused. `socketsPerAddress`: open at the same time, per process.
   */
  realtime: { privateOnly: boolean; socketsPerAddress: number }
  staffEmailDomains: string[]
  statsEmails: string[]
  embedOrigin: Record<PaymentMode, string>
  trustedProxies: number
  logLevel: string
}

/** What the payments and email sandbox reports when it is ready (development only). */
export interface SandboxReady {
  url: string
  smtpUrl: string
  stripe: {
    secretKeyTest: string
    publishableKeyTest: string
    connectClientIdTest: string
    secretKeyLive: string
    publishableKeyLive: string
    connectClientIdLive: string
  }
  identity?: SandboxIdentity
  /** The Auth0 stand-in: URL by domain. */
  auth0?: Record<string, string>
  /** Signing secrets of the webhook endpoints that the server registered with it. */
  webhookSecrets?: Record<PaymentMode, { platform: string; connect: string; thin?: string }>
}

/**
 * A setting is missing or malformed, or a location that it names is unusable: the operator can fix it. The message names
 * the setting and the remedy, never a secret; it is shown without a stack trace.
 */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Names of all settings, for the test that compares `.env.example`. */
export const settingNames = Object.keys(settings.shape)

/**
 * Reads the environment. The only reader of `process.env`.
 * @param secrets generated once and stored in DATA_DIR in development; production requires them in the environment
 * @param sandbox the running sandbox, which replaces services that are not configured
 * @throws {ConfigError} naming each faulty setting
 */
export function loadConfig(
  env: NodeJS.ProcessEnv,
  secrets: { jwtSecret?: string; secretKeys?: string } = {},
  sandbox?: SandboxReady,
): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = settings.safeParse(present)
  if (!read.success) {
    const faults = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Settings are not valid. ${faults.join('; ')}. See .env.example.`)
  }
  const s = read.data
  const jwtSecret = s.JWT_SECRET ?? (s.NODE_ENV === 'production' ? undefined : secrets.jwtSecret)
  const secretKeys = s.SECRET_KEYS ?? (s.NODE_ENV === 'production' ? undefined : secrets.secretKeys)
  refuseUnsafe(s, jwtSecret, secretKeys)
  const publicUrl = s.PUBLIC_URL ?? `http://localhost:${s.PORT}`
  return Object.freeze({
    env: s.NODE_ENV,
    host: s.HOST ?? (s.NODE_ENV === 'production' ? '0.0.0.0' : 'localhost'),
    port: s.PORT,
    sandboxPort: s.SANDBOX_PORT ?? s.PORT + 1,
    demoPort: s.DEMO_PORT ?? s.PORT + 2,
    sandboxUrl: sandbox?.url,
    publicUrl,
    dataDir: dataDirOf(s),
    databaseUrl: s.DATABASE_URL,
    databaseAppUrl: s.DATABASE_APP_URL,
    databasePool: s.DATABASE_POOL,
    jwtSecret: jwtSecret!,
    secretKeys: parseKeyRing(secretKeys!),
    payments: {
      provider: providerOf(s),
      accountForm: s.STRIPE_CONNECT_ACCOUNT_FORM,
      ...(providerOf(s) === 'sandbox' && sandbox
        ? sandboxPayments(sandbox)
        : { test: stripeKeys(s, 'TEST'), live: stripeKeys(s, 'LIVE') }),
    },
    mail: { smtpUrl: s.SMTP_URL ?? sandbox?.smtpUrl, from: s.MAIL_FROM },
    contact: { general: s.CONTACT_EMAIL, security: s.SECURITY_EMAIL ?? s.CONTACT_EMAIL },
    sms: smsConfig(s, sandbox?.url),
    storage: storageConfig(s),
    video: videoConfig(s, env.PATH),
    wallet: walletConfig(s),
    countryFile: s.COUNTRY_FILE,
    model: modelConfig(s),
    auth: {
      autoconfirm: s.AUTH_AUTOCONFIRM ?? false,
      ...passwordRule(s),
      limitFactor: s.AUTH_LIMIT_FACTOR,
      auth0Overrides: {
        ...(s.NODE_ENV === 'production' ? {} : sandbox?.auth0),
        ...s.AUTH0_DOMAIN_OVERRIDES,
      },
    },
    identity: identityConfig(s, s.NODE_ENV === 'production' ? undefined : sandbox?.identity),
    rest: {
      queryPlans: s.REST_QUERY_PLANS ?? false,
      aggregates: s.REST_AGGREGATES ?? false,
      requestsPerAddress: s.REST_REQUESTS_PER_ADDRESS,
    },
    realtime: {
      privateOnly: s.REALTIME_PRIVATE_ONLY ?? false,
      socketsPerAddress: s.REALTIME_SOCKETS_PER_ADDRESS,
    },
    staffEmailDomains: s.STAFF_EMAIL_DOMAINS,
    statsEmails: s.STATS_EMAILS,
    embedOrigin: { live: s.EMBED_ORIGIN_LIVE ?? publicUrl, test: s.EMBED_ORIGIN_TEST ?? publicUrl },
    trustedProxies: s.TRUSTED_PROXIES,
    logLevel: s.LOG_LEVEL ?? (s.NODE_ENV === 'production' ? 'info' : 'warn'),
  } satisfies Config)
}

function providerOf(s: Settings): 'stripe' | 'sandbox' {
  const keys = s.STRIPE_SECRET_KEY_TEST || s.STRIPE_SECRET_KEY_LIVE
  return s.PAYMENTS_PROVIDER ?? (keys || s.NODE_ENV === 'production' ? 'stripe' : 'sandbox')
}

/** Key ring text `id:base64,id:base64`, newest first; each key is 32 bytes. */
function parseKeyRing(text: string): { id: string; key: Buffer }[] {
  const keys = text.split(',').map((entry) => {
    const [id = '', encoded = ''] = entry.trim().split(':')
    return { id, key: Buffer.from(encoded, 'base64') }
  })
  if (keys.some(({ id, key }) => !/^[\w-]{1,32}$/.test(id) || key.length !== 32))
    throw new ConfigError(
      'SECRET_KEYS must be a list of id:base64 with 32 bytes each, newest first. Make one with: openssl rand -base64 32',
    )
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new ConfigError('SECRET_KEYS names two keys alike: give each an id of its own')
  if (keys.some(({ key }) => isMonotonous(key)))
    throw new ConfigError(
      'SECRET_KEYS holds a key that is not random. Make one with: openssl rand -base64 32',
    )
  return keys
}

/** Detects keys typed in a hurry (zeros, one repeated letter), which a random source never produces. */
const isMonotonous = (key: Iterable<unknown>) => new Set(key).size < 8

/** Parts of the default secrets in examples and other products. */
const WELL_KNOWN = /super-secret|secret-(jwt-)?token|your-|change-?me|password|example|random-|at-least/i

function refuseUnsafe(s: Settings, jwtSecret: string | undefined, secretKeys: string | undefined): void {
  const faults: string[] = []
  if (!jwtSecret) faults.push('JWT_SECRET is missing: set at least 32 random characters')
  else if (jwtSecret.length < 32 || isMonotonous(jwtSecret) || WELL_KNOWN.test(jwtSecret))
    faults.push('JWT_SECRET is too short or a well-known value: set at least 32 random characters')
  if (!secretKeys) faults.push('SECRET_KEYS is missing: set id:base64 of 32 random bytes')
  for (const mode of ['TEST', 'LIVE'] as const) {
    const name = `STRIPE_SECRET_KEY_${mode}` as const
    if (s[name] && !new RegExp(`^[sr]k_${mode.toLowerCase()}_`).test(s[name]))
      faults.push(`${name} is no ${mode.toLowerCase()} key: it starts with sk_${mode.toLowerCase()}_`)
  }
  faults.push(
    ...smsFaults(s),
    ...storageFaults(s),
    ...passwordFaults(s),
    ...walletFaults(s),
    ...videoFaults(s),
    ...modelFaults(s),
  )
  if (s.NODE_ENV === 'production') {
    if (!s.PUBLIC_URL) faults.push('PUBLIC_URL is missing: set the address people reach this server under')
    else if (!isSafeAddress(s.PUBLIC_URL))
      faults.push('PUBLIC_URL starts with http://: set an address that starts with https://, or localhost')
    if (!s.DATABASE_URL) faults.push('DATABASE_URL is missing: set the address of your PostgreSQL')
    if (!s.SMTP_URL) faults.push('SMTP_URL is missing: set the address of your mail server')
    if (s.PAYMENTS_PROVIDER === 'sandbox')
      faults.push('PAYMENTS_PROVIDER=sandbox does not exist in production: remove it')
    if (s.AUTH_AUTOCONFIRM) faults.push('AUTH_AUTOCONFIRM is for tests: remove it')
  }
  if (faults.length) throw new ConfigError(`The server does not start: ${faults.join('; ')}.`)
}

/** Sessions and keys are sent there, so it must be encrypted or local. */
function isSafeAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || /^((.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}

/** Data folder of an instance. Needed before all settings are read, because the generated secrets are stored there. */
export const dataDirOf = (env: { DATA_DIR?: string | undefined }) => resolve(env.DATA_DIR || DATA_DIR)

/** The environment, plus the settings of a `.env` file in the working folder. */
export function environment(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return process.env
}
