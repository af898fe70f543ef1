import { defineErrors } from '#kernel/errors.ts'

export const tenantAuthErrors = defineErrors({
  provider_test_failed: { status: 422, text: 'The provider does not answer as it should' },
  secret_needed: { status: 422, text: 'The issuer changed: enter the client secret again.' },
  provider_not_found: { status: 404, text: 'Provider not found' },
})
