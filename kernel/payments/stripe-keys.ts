import type { Config, PaymentMode, SandboxReady, Settings, StripeKeys } from '../config.ts'

/** The sandbox's keys, and the host for the official SDK. */
export function sandboxPayments({
  url,
  stripe,
  webhookSecrets,
}: SandboxReady): Pick<Config['payments'], 'host' | 'test' | 'live'> {
  const { hostname, port, protocol } = new URL(url)
  const secretsOf = (mode: PaymentMode) => ({
    platform: webhookSecrets ? [webhookSecrets[mode].platform] : [],
    connect: webhookSecrets ? [webhookSecrets[mode].connect] : [],
    thin: webhookSecrets?.[mode].thin ? [webhookSecrets[mode].thin] : [],
  })
  return {
    host: { protocol: protocol === 'https:' ? 'https' : 'http', host: hostname, port: Number(port), url },
    test: {
      secretKey: stripe.secretKeyTest,
      publishableKey: stripe.publishableKeyTest,
      connectClientId: stripe.connectClientIdTest,
      webhookSecrets: secretsOf('test'),
    },
    live: {
      secretKey: stripe.secretKeyLive,
      publishableKey: stripe.publishableKeyLive,
      connectClientId: stripe.connectClientIdLive,
      webhookSecrets: secretsOf('live'),
    },
  }
}

/** The operator's own keys of one mode; secrets of webhooks may be lists, while one is replaced. */
export function stripeKeys(s: Settings, suffix: 'TEST' | 'LIVE'): StripeKeys {
  const ring = (value: string | undefined) =>
    (value ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
  return {
    secretKey: s[`STRIPE_SECRET_KEY_${suffix}`],
    publishableKey: s[`STRIPE_PUBLISHABLE_KEY_${suffix}`],
    connectClientId: s[`STRIPE_CONNECT_CLIENT_ID_${suffix}`],
    webhookSecrets: {
      platform: ring(s[`STRIPE_WEBHOOK_SECRET_${suffix}`]),
      connect: ring(s[`STRIPE_CONNECT_WEBHOOK_SECRET_${suffix}`]),
      thin: ring(s[`STRIPE_THIN_WEBHOOK_SECRET_${suffix}`]),
    },
  }
}
