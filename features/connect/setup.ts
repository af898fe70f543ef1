import type { Config, PaymentMode, StripeKeys } from '#kernel/config.ts'
import type { ConnectSetup } from './endpoints.ts'

/** Names of the settings that the operator still has to set, by mode; never values. */
export function connectSetup(payments: Config['payments']): ConnectSetup {
  const missing = (mode: PaymentMode) => missingOf(payments[mode], mode, payments.accountForm)
  return { test: missing('test'), live: missing('live') }
}

function missingOf(
  keys: StripeKeys,
  mode: PaymentMode,
  form: Config['payments']['accountForm'],
): { missing: string[] } {
  const needed: [string, boolean][] = [
    ['STRIPE_SECRET_KEY', Boolean(keys.secretKey)],
    // The browser needs the publishable key for embedded checkout.
    ['STRIPE_PUBLISHABLE_KEY', Boolean(keys.publishableKey)],
    ['STRIPE_WEBHOOK_SECRET', keys.webhookSecrets.platform.length > 0],
    ['STRIPE_CONNECT_WEBHOOK_SECRET', keys.webhookSecrets.connect.length > 0],
    // Accounts of the v1 API report changes through the connect webhook endpoint.
    ['STRIPE_THIN_WEBHOOK_SECRET', form === 'v1_express' || keys.webhookSecrets.thin.length > 0],
    ['STRIPE_CONNECT_CLIENT_ID', keys.connectClientId?.startsWith('ca_') ?? false],
  ]
  return {
    missing: needed.filter(([, present]) => !present).map(([name]) => `${name}_${mode.toUpperCase()}`),
  }
}
