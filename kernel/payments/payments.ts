import { isIP } from 'node:net'
import Stripe from 'stripe'
import type { Config, PaymentMode } from '../config.ts'
import { defineErrors } from '../errors.ts'
import { isPreviewOrigin } from '../tenancy.ts'

const paymentErrors = defineErrors({
  payments_not_configured: { status: 409, text: 'Payments are not configured for this mode' },
  bad_signature: { status: 400, text: 'The signature does not match' },
})

export type WebhookEndpoint = 'platform' | 'connect'

/** The card provider, one client for each mode. Test mode never sees the live key. */
export interface Payments {
  /** @throws {AppError} payments_not_configured when the mode has no secret key */
  client(mode: PaymentMode): Stripe
  configured(mode: PaymentMode): boolean
  /** The mode of the platform's own plans. A tenant's sales use the tenant's own mode column. */
  platformMode: PaymentMode
  publishableKey(mode: PaymentMode): string | undefined
  connectClientId(mode: PaymentMode): string | undefined
  /** URL where a user connects an existing account by OAuth; `query` without the client id. */
  authorizeUrl(mode: PaymentMode, query: Record<string, string>): string
  /** The provider's dashboard, where an account's owner signs in. */
  dashboardUrl(mode: PaymentMode): string
  /** Origins of the provider's hosted pages (Checkout, onboarding). */
  pageOrigins(): string[]
  /** The provider's browser script, and what a page's policy must allow for it in addition to 'self'. */
  browserScript(): BrowserScript
  /**
   * Whether a Checkout of this mode can be embedded in our pages: it requires the mode's publishable key, and in live
   * mode an https origin, without which the provider's script refuses to run.
   */
  canFrame(mode: PaymentMode): boolean
  /**
   * Verifies a delivery's signature over the raw body with every secret of the endpoint (rotation), with a timestamp at
   * most 300 s old or ahead. @throws {AppError} bad_signature
   */
  readEvent(mode: PaymentMode, endpoint: WebhookEndpoint, body: string, signature: string): Stripe.Event
  /** The same for a thin event, which names the changed object without its data. @throws {AppError} bad_signature */
  readNotification(mode: PaymentMode, body: string, signature: string): AccountNotification
}

/** Event types of the event destination for accounts (v2). */
export const THIN_EVENTS = [
  'v2.core.account[requirements].updated',
  'v2.core.account[configuration.merchant].capability_status_updated',
  'v2.core.account.updated',
  'v2.core.account.closed',
] as const

/** The fields of a thin event that we use. */
export interface AccountNotification {
  type: string
  livemode: boolean
  /** Id of the affected object, for example an account; undefined if there is none. */
  objectId?: string | undefined
}

/** https://docs.stripe.com/security/guide#content-security-policy */
export interface BrowserScript {
  url: string
  script: string[]
  frame: string[]
  connect: string[]
  image: string[]
}

/** The script release for the API version of the `stripe` package: the name after the version's date. */
const SCRIPT_PATH = '/endive/stripe.js'

const TOLERANCE_SECONDS = 300

/** The settings that determine the mode of the platform's own plans. */
type PlatformConfig = Pick<Config, 'env' | 'payments' | 'publicUrl'>

/**
 * The mode of the platform's own plans: live once production has live keys and its own domain. The local machine, a
 * preview host and a bare IP address sell in test mode, even if live keys are configured.
 */
export function platformModeOf({ env, payments, publicUrl }: PlatformConfig): PaymentMode {
  const { hostname } = new URL(publicUrl)
  const trial = isPreviewOrigin(publicUrl) || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
  return env === 'production' && payments.live.secretKey && !trial ? 'live' : 'test'
}

/** @param version of the product, sent to the provider with each call */
export function createPayments(settings: PlatformConfig, version: string): Payments {
  const config = settings.payments
  const clients: Partial<Record<PaymentMode, Stripe>> = {}
  for (const mode of ['test', 'live'] as const) {
    const key = config[mode].secretKey
    if (!key) continue
    clients[mode] = new Stripe(key, {
      maxNetworkRetries: 2,
      timeout: 20_000,
      telemetry: false,
      appInfo: { name: 'Bolt Blocks', version },
      ...(config.host
        ? { host: config.host.host, port: config.host.port, protocol: config.host.protocol }
        : {}),
    })
  }
  return {
    client(mode) {
      const client = clients[mode]
      if (!client) throw paymentErrors.payments_not_configured()
      return client
    },
    configured: (mode) => clients[mode] !== undefined,
    platformMode: platformModeOf(settings),
    publishableKey: (mode) => config[mode].publishableKey,
    connectClientId: (mode) => config[mode].connectClientId,
    authorizeUrl(mode, query) {
      const url = new URL('/oauth/authorize', config.host?.url ?? 'https://connect.stripe.com')
      url.search = new URLSearchParams({ client_id: config[mode].connectClientId ?? '', ...query }).toString()
      return url.href
    },
    dashboardUrl(mode) {
      if (config.host) return config.host.url
      return `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}dashboard`
    },
    pageOrigins: () =>
      config.host ? [config.host.url] : ['https://checkout.stripe.com', 'https://connect.stripe.com'],
    browserScript() {
      if (config.host) {
        const { url } = config.host
        return { url: url + SCRIPT_PATH, script: [url], frame: [url], connect: [url], image: [url] }
      }
      const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
      return {
        url: `https://js.stripe.com${SCRIPT_PATH}`,
        script: [...scripts, 'https://checkout.stripe.com'],
        frame: [...scripts, 'https://hooks.stripe.com', 'https://checkout.stripe.com'],
        connect: ['https://api.stripe.com', 'https://checkout.stripe.com'],
        image: ['https://*.stripe.com'],
      }
    },
    canFrame: (mode) =>
      Boolean(config[mode].publishableKey) && (mode === 'test' || settings.publicUrl.startsWith('https:')),
    readEvent(mode, endpoint, body, signature) {
      for (const secret of config[mode].webhookSecrets[endpoint]) {
        const event = tryEvent(body, signature, secret)
        if (event) return event
      }
      throw paymentErrors.bad_signature()
    },
    readNotification(mode, body, signature) {
      for (const secret of config[mode].webhookSecrets.thin) {
        const event = tryNotification(clients[mode], body, signature, secret)
        if (event) return event
      }
      throw paymentErrors.bad_signature()
    },
  }
}

/** The library rejects only old timestamps and uses the last of several; one from the future is just as suspicious. */
function plausibleStamp(signature: string): boolean {
  const [stamp, ...more] = signature.split(',').filter((part) => part.startsWith('t='))
  return Boolean(stamp && !more.length && Number(stamp.slice(2)) <= Date.now() / 1000 + TOLERANCE_SECONDS)
}

function tryNotification(
  client: Stripe | undefined,
  body: string,
  signature: string,
  secret: string,
): AccountNotification | undefined {
  if (!client || !plausibleStamp(signature)) return undefined
  try {
    const event = client.parseEventNotification(body, signature, secret, TOLERANCE_SECONDS)
    const object = 'related_object' in event ? event.related_object : undefined
    return {
      type: event.type,
      livemode: event.livemode,
      objectId: object && 'id' in object && typeof object.id === 'string' ? object.id : undefined,
    }
  } catch {
    return undefined
  }
}

function tryEvent(body: string, signature: string, secret: string): Stripe.Event | undefined {
  if (!plausibleStamp(signature)) return undefined
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS)
  } catch {
    return undefined
  }
}
