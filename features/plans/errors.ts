import { defineErrors } from '#kernel/errors.ts'

/** Spec §8: shown when the provider sends no error message of its own. */
export const CHECKOUT_FAILED = 'Failed to start checkout. Please try again.'
export const PORTAL_FAILED = 'Failed to open billing portal. Please try again.'

export const planErrors = defineErrors({
  unknown_plan: { status: 400, text: 'This plan does not exist' },
  free_plan: { status: 400, text: 'The Free plan does not need a checkout' },
  bad_address: { status: 400, text: 'Return URLs must be on this site' },
  staff_only: { status: 403, text: 'Only staff may do this' },
  not_listed: { status: 403, text: 'You may not see these figures' },
  plan_active: { status: 409, text: 'You already have a plan. Change it in Manage Billing.' },
  checkout_busy: { status: 409, text: CHECKOUT_FAILED },
  no_price: { status: 409, text: 'No price ID found for this plan' },
  no_tenant: { status: 409, text: 'Create a tenant first. A Day Pass belongs to a tenant.' },
  day_pass_not_needed: { status: 409, text: 'This tenant already has full access' },
  no_billing: { status: 404, text: 'No billing information found. Please subscribe to a plan first.' },
  not_set_up: {
    status: 409,
    text: 'Billing is not set up on this server yet. Its operator runs: npm run plans',
  },
})
