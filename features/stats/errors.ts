import { defineErrors } from '#kernel/errors.ts'

export const statsErrors = defineErrors({
  unknown_zone: { status: 400, text: 'This time zone is not known here' },
})
