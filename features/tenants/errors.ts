import { defineErrors } from '#kernel/errors.ts'

export const tenantAuthErrors = defineErrors({
  provider_test_failed: { status: 422, text: 'The provider does not respond as expected' },
  social_login_needs_plan: {
    status: 402,
    text: 'Signing in with other services needs the Pro plan.',
  },
  secret_needed: { status: 422, text: 'The issuer changed: enter the client secret again.' },
  app_invalid: { status: 400, text: 'The settings of the app are not valid' },
  too_many_apps: { status: 409, text: 'A tenant has at most 100 apps. Remove one first.' },
  provider_not_found: { status: 404, text: 'Provider not found' },
})

export const tenantEndErrors = defineErrors({
  name_differs: { status: 409, text: 'The name does not match the tenant. Nothing was deleted.' },
})

export const auth0Errors = defineErrors({
  auth0_fields_required: { status: 400, text: 'All fields are required' },
  auth0_domain_invalid: { status: 400, text: 'Invalid Auth0 domain format' },
  auth0_unreachable: {
    status: 422,
    text: 'Cannot reach Auth0 domain. Please check your domain.',
  },
  auth0_secret_wrong: {
    status: 422,
    text: 'Auth0 does not know this client ID with this client secret. Copy both from the same application again.',
  },
})
