import { defineErrors } from '#kernel/errors.ts'

export const payErrors = defineErrors({
  item_not_found: { status: 404, text: 'Product not found' },
  audience_not_found: { status: 404, text: 'Audience not found' },
  member_price_incomplete: {
    status: 400,
    text: 'member_price_cents and member_audience_id: set both, or set both to null',
  },
  member_price_too_high: { status: 400, text: 'member_price_cents: must be less than price_cents' },
  member_price_not_chargeable: {
    status: 400,
    text: 'member_price_cents: must end with 0 in a currency with three decimals',
  },
  price_not_chargeable: {
    status: 400,
    text: 'price_cents: must end with 0 in a currency with three decimals',
  },
  seats_recur: { status: 400, text: 'per_seat: only a recurring product is sold per seat' },
  bad_picture: { status: 400, text: 'picture: must be a JPEG, PNG or WebP file that can be read' },
  picture_too_large: { status: 400, text: 'picture: must have at most 25 megapixels' },
  picture_not_found: { status: 404, text: 'This product has no picture' },
  stock_changed: { status: 409, text: 'The stock has changed. Check the number and save again.' },
  stock_held: { status: 409, text: 'Open checkouts reserve more than this' },
})
