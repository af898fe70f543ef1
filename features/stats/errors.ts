import { defineErrors } from '#kernel/errors.ts'

export const statsErrors = defineErrors({
  unknown_zone: { status: 400, text: 'The server does not know this time zone' },
})
