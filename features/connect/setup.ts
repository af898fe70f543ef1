import type { Config, PaymentMode, StripeKeys } from '#kernel/config.ts'
import type { ConnectSetup } from './endpoints.ts'

/** Which settings of each mode the operator has yet to make: names, never values. */
export function connectSetup(payments: Config['payments']): ConnectSetup {
  return { test: missingOf(payments.test, 'test'), live: missingOf(payments.live, 'live') }
}

function missingOf(keys: StripeKeys, mode: PaymentMode): { missing: string[] } {
  const needed: [string, boolean][] = [
    ['STRIPE_SECRET_KEY', Boolean(keys.secretKey)],
    ['STRIPE_WEBHOOK_SECRET', keys.webhookSecrets.platform.length > 0],
    ['STRIPE_CONNECT_WEBHOOK_SECRET', keys.webhookSecrets.connect.length > 0],
    ['STRIPE_CONNECT_CLIENT_ID', keys.connectClientId?.startsWith('ca_') ?? false],
  ]
  return {
    missing: needed.filter(([, present]) => !present).map(([name]) => `${name}_${mode.toUpperCase()}`),
  }
}
