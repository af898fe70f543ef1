import { defineErrors } from '#kernel/errors.ts'

export const payErrors = defineErrors({
  item_not_found: { status: 404, text: 'Product not found' },
  item_unavailable: { status: 404, text: 'This product is not available' },
})
