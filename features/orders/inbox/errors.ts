import { defineErrors } from '#kernel/errors.ts'

export const inboxErrors = defineErrors({
  event_not_found: { status: 404, text: 'Event not found' },
})
