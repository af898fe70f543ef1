import type { PaymentMode } from '#kernel/config.ts'
import { defineErrors } from '#kernel/errors.ts'
import type { AppError } from '#kernel/errors.ts'

export const connectErrors = defineErrors({
  not_connected: { status: 409, text: 'Stripe is not connected' },
  already_connected: {
    status: 409,
    text: 'Stripe is already connected. Disconnect it before you connect another account.',
  },
  live_needs_plan: { status: 402, text: 'Live payments need the Pro plan. Test mode is free.' },
  live_not_set_up: {
    status: 409,
    text: 'Check Stripe live setup. The server has no STRIPE_SECRET_KEY_LIVE.',
  },
  test_not_set_up: {
    status: 409,
    text: 'Check Stripe test setup. The server has no STRIPE_SECRET_KEY_TEST.',
  },
  live_not_connected: { status: 409, text: 'Connect Stripe (live) first' },
  live_not_ready: {
    status: 409,
    text: 'Check Stripe live setup. Stripe does not let this account take payments yet.',
  },
  client_id_missing: { status: 409, text: 'Missing Connect client_id' },
})

/** Spec §8: shown when the provider sends no error message of its own. */
export const CONNECT_FAILED = 'Failed to connect Stripe'
export const DISCONNECT_FAILED = 'Failed to disconnect Stripe'
export const SMOKE_FAILED = 'Could not create Checkout Session'
export const SMOKE_REFUND_FAILED = 'The smoke payment could not be refunded'

/** The operator has not set the OAuth client id, or set a value that is not one. */
export function clientIdFault(mode: PaymentMode, clientId: string | undefined): AppError | undefined {
  const setting = `STRIPE_CONNECT_CLIENT_ID_${mode.toUpperCase()}`
  if (!clientId)
    return connectErrors.client_id_missing({
      text: `Missing Connect client_id for ${mode}. Set ${setting} in the server environment.`,
    })
  if (!clientId.startsWith('ca_'))
    return connectErrors.client_id_missing({
      text: `The Connect client_id for ${mode} must start with "ca_". Check ${setting} in the server environment.`,
    })
  return undefined
}
