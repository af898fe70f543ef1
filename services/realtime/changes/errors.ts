import { defineErrors } from '#kernel/errors.ts'

/**
 * Refusals of a subscription; their texts are told to the client, in the words of the hosted service where it has
 * some.
 */
export const errors = defineErrors({
  malformed: { status: 400, text: 'The changes asked for are not valid' },
  not_enabled: { status: 400, text: 'Unable to subscribe to changes with given parameters.' },
  closed: { status: 503, text: 'The server is going down' },
})
