import { defineErrors } from '#kernel/errors.ts'

/**
 * Errors of a subscription. Clients receive their texts, which follow the hosted service where it has any.
 */
export const errors = defineErrors({
  malformed: { status: 400, text: 'The requested changes are not valid' },
  not_enabled: { status: 400, text: 'Unable to subscribe to changes with given parameters.' },
  closed: { status: 503, text: 'The server is shutting down' },
})
