import type Stripe from 'stripe'
import { invalid } from '../api/errors.ts'
import { currencyOf, makePrice, unitAmountOf } from '../objects/prices.ts'
import type { Inside } from '../world.ts'

interface PriceData {
  currency: string
  product: string
  recurring?: Stripe.PriceCreateParams.Recurring
  unit_amount?: number
  unit_amount_decimal?: unknown
}

interface Given {
  price?: string | undefined
  price_data?: unknown
}

/** The price of one item, by id or inline. @throws if it recurs and must not, or vice versa */
export function priceOf(call: Inside, given: Given, place: string, recurs: boolean): Stripe.Price {
  const { world, scope } = call
  if ((given.price === undefined) === (given.price_data === undefined))
    throw invalid(
      `You must specify either \`price\` or \`price_data\` in ${place}.`,
      place,
      'parameter_missing',
    )
  const price =
    given.price === undefined
      ? inline(call, given.price_data as PriceData, `${place}[price_data]`)
      : world.objects.get<Stripe.Price>('price', scope, given.price, `${place}[price]`).data
  if (recurs && !price.recurring)
    throw invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      `${place}[price]`,
    )
  if (!recurs && price.recurring)
    throw invalid(
      `The price specified is set to \`type=recurring\` but this field only accepts prices with \`type=one_time\`.`,
      `${place}[price]`,
    )
  return price
}

function inline(call: Inside, data: PriceData, place: string): Stripe.Price {
  const product = call.world.objects.get<Stripe.Product>(
    'product',
    call.scope,
    data.product,
    `${place}[product]`,
  ).id
  return makePrice(call, {
    currency: currencyOf(data.currency, `${place}[currency]`),
    unitAmount: unitAmountOf(data, `${place}[`),
    product,
    recurring: data.recurring,
    active: false,
  })
}

export function quantityOf(given: number | undefined, place: string): number {
  const quantity = given ?? 1
  if (!Number.isInteger(quantity) || quantity < 1)
    throw invalid(
      'This value must be greater than or equal to 1.',
      `${place}[quantity]`,
      'parameter_invalid_integer',
    )
  return quantity
}
