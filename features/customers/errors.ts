import { defineErrors } from '#kernel/errors.ts'

export const customerErrors = defineErrors({
  customer_not_found: { status: 404, text: 'Customer not found' },
  subscription_lives: {
    status: 409,
    text: 'This customer still has a paid subscription. Cancel it first.',
  },
})
