import { defineErrors } from '#kernel/errors.ts'

export const errors = defineErrors({
  may_not_send: { status: 403, text: 'You do not have permissions to send to this Channel topic' },
  not_storable: { status: 400, text: 'The message cannot be stored' },
})
