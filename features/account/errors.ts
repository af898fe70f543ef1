import { defineErrors } from '#kernel/errors.ts'

export const accountErrors = defineErrors({
  plan_lives: { status: 409, text: 'Cancel your plan first.' },
})
