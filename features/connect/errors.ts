import { defineErrors } from '#kernel/errors.ts'

export const connectErrors = defineErrors({
  not_connected: { status: 409, text: 'Stripe is not connected' },
  live_needs_plan: { status: 402, text: 'Live payments need the Pro plan. Test mode is free.' },
  live_not_set_up: {
    status: 409,
    text: 'Check Stripe live setup. The server has no STRIPE_SECRET_KEY_LIVE.',
  },
  test_not_set_up: {
    status: 409,
    text: 'Check Stripe test setup. The server has no STRIPE_SECRET_KEY_TEST.',
  },
})

/** Spec §8: shown when the provider gives no words of its own. */
export const CONNECT_FAILED = 'Failed to connect Stripe'
