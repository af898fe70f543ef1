import type { Config, PaymentMode, StripeKeys } from '#kernel/config.ts'
import type { ConnectSetup } from './endpoints.ts'

/** Which settings of each mode the operator has yet to make: names, never values. */
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
    // Checkout in a frame is made with it, in the visitor's browser.
    ['STRIPE_PUBLISHABLE_KEY', Boolean(keys.publishableKey)],
    ['STRIPE_WEBHOOK_SECRET', keys.webhookSecrets.platform.length > 0],
    ['STRIPE_CONNECT_WEBHOOK_SECRET', keys.webhookSecrets.connect.length > 0],
    // Accounts of the first version tell what changed by the connect endpoint.
    ['STRIPE_THIN_WEBHOOK_SECRET', form === 'v1_express' || keys.webhookSecrets.thin.length > 0],
    ['STRIPE_CONNECT_CLIENT_ID', keys.connectClientId?.startsWith('ca_') ?? false],
  ]
  return {
    missing: needed.filter(([, present]) => !present).map(([name]) => `${name}_${mode.toUpperCase()}`),
  }
}
