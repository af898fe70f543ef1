import { defineErrors } from '#kernel/errors.ts'

export const trustErrors = defineErrors({
  check_not_found: { status: 404, text: 'This check no longer exists' },
})
