import manifest from '#package.json' with { type: 'json' }
import { createAddressLimits } from './address-limits.ts'
import type { AddressLimits } from './address-limits.ts'
import type { Config } from './config.ts'
import type { Claims } from './db/claims.ts'
import { LoginAddress } from './db/app-pool.ts'
import type { AppLogin } from './db/app-pool.ts'
import { openDatabase } from './db/database.ts'
import type { Database } from './db/database.ts'
import { createJobs } from './jobs/jobs.ts'
import type { Jobs } from './jobs/jobs.ts'
import { createLimits } from './limits.ts'
import type { Limits } from './limits.ts'
import { createLogger } from './log.ts'
import type { Logger } from './log.ts'
import { createGuardedFetch } from './net/guarded-fetch.ts'
import type { GuardedFetch } from './net/guarded-fetch.ts'
import { openMailer } from './mail/mailer.ts'
import type { Mailer } from './mail/mailer.ts'
import { createPayments } from './payments/payments.ts'
import type { Payments } from './payments/payments.ts'
import { createSealer } from './secrets/sealer.ts'
import type { Sealer } from './secrets/sealer.ts'
import { createSessionCheck } from './session-check.ts'
import type { SessionCheck } from './session-check.ts'
import { openSms } from './sms/sms.ts'
import type { Sms } from './sms/sms.ts'
import { openTablesCache } from './records/tables-cache.ts'
import type { TablesCache } from './records/tables-cache.ts'
import { createTenancy } from './tenancy.ts'
import type { Tenancy } from './tenancy.ts'
import { createTokens } from './tokens.ts'
import { createVisitors } from './visitors.ts'
import type { Visitors } from './visitors.ts'
import type { Tokens } from './tokens.ts'

/** Process-wide services for units; created once and passed on, never global. */
export interface Kernel {
  /** Version of the product. */
  version: string
  config: Config
  log: Logger
  database: Database
  tokens: Tokens
  tenancy: Tenancy
  /** Hashes of visitors that last a day. */
  visitors: Visitors
  /** Descriptions of tenants' own tables. */
  tables: TablesCache
  sessions: SessionCheck
  limits: Limits
  /** Counted per process, for events that happen with each request. */
  addressLimits: AddressLimits
  mail: Mailer
  sms: Sms
  payments: Payments
  jobs: Jobs
  sealer: Sealer
  /** Makes requests to user-supplied URLs. */
  fetch: GuardedFetch
  /** The same for tenants' webhooks, on separate connections, so that a slow receiver blocks nothing else. */
  webhookFetch: GuardedFetch
  /** The same for pages of sites, like a visitor's browser: allows plain http and reports redirects. */
  siteFetch: GuardedFetch
  /** The same for tenants' language models: responses are streams. */
  modelFetch: GuardedFetch
  /** For the operator's own language model, wherever it is. */
  ownModelFetch: GuardedFetch
  /** While a page is viewed as someone else: the creator, for whom addresses are signed that outlast the page. */
  signer?: Claims
  /** State that /health/ready reports for this process: whether its queue workers run. */
  readiness: { worker: boolean }
  /** Registers a function that ends background work before the services it needs are closed. */
  beforeClose(end: () => Promise<void>): void
  close(): Promise<void>
}

/** Milliseconds. Standard Webhooks recommends a timeout of 15 to 30 s. */
const WEBHOOK_TIMEOUT = 15_000
const MAX_WEBHOOK_RESPONSE_BYTES = 2048
/** Maximum bytes read of a page and of its headers. Headers can be large because of long content policies. */
const SITE_ANSWER = 1_048_576
const SITE_HEADERS = 65_536
/** Milliseconds that a model may be silent, and the most bytes of its stream: about 400 for each of 4,000 tokens. */
const MODEL_SILENCE = 20_000
const MODEL_ANSWER = 2_097_152

/**
 * @param login of the authenticator, never of the owner: its URL, optionally with a way to reread it
 * @param given replaces services, for tests
 */
export function openKernel(
  config: Config,
  login: string | AppLogin,
  given: {
    log?: Logger
    mail?: Mailer
    sms?: Sms
    /** Milliseconds that requests wait for the database; each service has its own default. */
    timeoutMs?: number
  } = {},
): Kernel {
  const log = given.log ?? createLogger(config.logLevel)
  const mail = given.mail ?? openMailer(config.mail, log)
  const sms = given.sms ?? openSms(config.sms, log)
  const address = new LoginAddress(login, log)
  const database = openDatabase(address, {
    poolSize: config.databasePool,
    log,
    timeoutMs: given.timeoutMs,
  })
  const outbound = {
    allowed: config.identity.outboundAllow,
    own: [config.publicUrl, ...Object.values(config.embedOrigin)],
    sandbox: config.sandboxUrl,
    plainHttp: config.env !== 'production',
  }
  const standIn = config.identity.sandbox?.issuer
  const guardedFetch = createGuardedFetch({
    ...outbound,
    // Only the sandbox's identity provider is allowed, because the sandbox's inbox contains tokens.
    allowed: standIn ? [...outbound.allowed, standIn] : outbound.allowed,
  })
  const webhookFetch = createGuardedFetch({
    ...outbound,
    timeout: WEBHOOK_TIMEOUT,
    enough: MAX_WEBHOOK_RESPONSE_BYTES,
  })
  const siteFetch = createGuardedFetch({
    own: outbound.own,
    sandbox: outbound.sandbox,
    // Any caller may request a page, so origins allowed for sign-in are not allowed here.
    allowed: config.env === 'production' ? [] : outbound.allowed,
    plainHttp: true,
    redirectsAreAnswers: true,
    enough: SITE_ANSWER,
    maxHeaders: SITE_HEADERS,
  })
  const models = { ...outbound, timeout: MODEL_SILENCE, streamedBytes: MODEL_ANSWER }
  const modelFetch = createGuardedFetch({
    ...models,
    // Only the sandbox's model is allowed, because the sandbox's inbox contains tokens.
    allowed: config.sandboxUrl ? [...outbound.allowed, `${config.sandboxUrl}/model`] : outbound.allowed,
  })
  const ownModelFetch = createGuardedFetch({
    ...models,
    allowed: config.model ? [...outbound.allowed, config.model.baseUrl] : outbound.allowed,
  })
  const ends: (() => Promise<void>)[] = []
  const limits = createLimits(address, config.auth.limitFactor, log, given.timeoutMs)
  const jobs = createJobs(address, log, database.listen)
  return {
    version: manifest.version,
    config,
    log,
    database,
    tokens: createTokens({ jwtSecret: config.jwtSecret, issuer: `${config.publicUrl}/auth/v1` }),
    tenancy: createTenancy(database),
    visitors: createVisitors(database, log),
    tables: openTablesCache(database),
    sessions: createSessionCheck(database),
    limits,
    addressLimits: createAddressLimits({
      requests: config.rest.requestsPerAddress,
      factor: config.auth.limitFactor,
    }),
    mail,
    sms,
    payments: createPayments(config, manifest.version),
    jobs,
    sealer: createSealer(config.secretKeys),
    fetch: guardedFetch,
    webhookFetch,
    siteFetch,
    modelFetch,
    ownModelFetch,
    readiness: { worker: false },
    beforeClose: (end) => void ends.push(end),
    async close() {
      await Promise.all([jobs.stop(), ...ends.map((end) => end())])
      await Promise.all([mail.close(), sms.close()])
      await Promise.all(
        [guardedFetch, webhookFetch, siteFetch, modelFetch, ownModelFetch].map((one) => one.close()),
      )
      await Promise.all([limits.close(), database.close()])
    },
  }
}
