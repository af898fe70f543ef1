import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid } from '../api/errors.ts'
import { complete } from '../contract/skeleton.ts'
import type { Inside } from '../world.ts'
import { cleanMetadata } from './metadata.ts'
import { currencyOf, makePrice, unitAmountOf } from './prices.ts'
import { makeProduct } from './products.ts'

type Given = Stripe.Checkout.SessionCreateParams.LineItem
type PriceData = Stripe.Checkout.SessionCreateParams.LineItem.PriceData
type LineItem = Stripe.LineItem

/**
 * How the lines are used: recurring prices are only allowed in subscriptions, and are not due during a trial.
 */
export interface LineUse {
  mode: 'payment' | 'subscription'
  trial: boolean
}

/** Creates the line items of a Checkout Session; amounts in minor units, in one currency. */
export function makeLineItems(call: Inside, given: Given[], use: LineUse): LineItem[] {
  if (given.length > 100) throw invalid('A Checkout Session can have up to 100 line items.', 'line_items')
  const items = given.map((one, at) => makeLineItem(call, one, at, use))
  if (use.mode === 'subscription') requireOneInterval(items)
  const currencies = new Set(items.map((one) => one.currency))
  if (currencies.size > 1)
    throw invalid(
      `All prices on a Checkout Session must use the same currency; found ${[...currencies].join(', ')}.`,
      'line_items',
    )
  return items
}

function requireOneInterval(items: LineItem[]): void {
  const rates = items.flatMap(({ price }) => price?.recurring ?? [])
  if (rates.length === 0)
    throw invalid('You must provide at least one recurring price in `subscription` mode.', 'line_items')
  if (new Set(rates.map((one) => `${one.interval_count} ${one.interval}`)).size > 1)
    throw invalid('Checkout does not support multiple prices with different billing intervals.', 'line_items')
}

function makeLineItem(call: Inside, given: Given, at: number, use: LineUse): LineItem {
  const place = `line_items[${at}]`
  const quantity = given.quantity ?? (given.adjustable_quantity ? 1 : undefined)
  if (quantity === undefined)
    throw invalid(
      `Quantity is required. Add \`quantity\` to \`${place}\``,
      `${place}[quantity]`,
      'parameter_missing',
    )
  if (!Number.isInteger(quantity) || quantity < 1)
    throw invalid(
      'This value must be greater than or equal to 1.',
      `${place}[quantity]`,
      'parameter_invalid_integer',
    )
  if ((given.price === undefined) === (given.price_data === undefined))
    throw invalid(
      `You must specify either \`price\` or \`price_data\` when using \`${place}\`.`,
      place,
      'parameter_missing',
    )
  const price = given.price_data
    ? inlinePrice(call, given.price_data, `${place}[price_data]`)
    : call.world.objects.get<Stripe.Price>('price', call.scope, given.price!, `${place}[price]`).data
  if (!given.price_data && !price.active)
    throw invalid(
      'The price specified is inactive. This field only accepts active prices.',
      `${place}[price]`,
    )
  if (price.recurring && use.mode === 'payment')
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      place,
    )
  const product = call.world.objects.get<Stripe.Product>(
    'product',
    call.scope,
    price.product as string,
    place,
  ).data
  const total = price.recurring && use.trial ? 0 : price.unit_amount! * quantity
  return complete<LineItem>('checkout.sessions.listLineItems', {
    id: identifier('li', 24),
    amount_subtotal: total,
    amount_total: total,
    currency: price.currency,
    description: product.name,
    metadata: cleanMetadata(given.metadata),
    price,
    quantity,
  })
}

function inlinePrice(call: Inside, data: PriceData, place: string): Stripe.Price {
  if ((data.product === undefined) === (data.product_data === undefined))
    throw invalid(
      `You must specify either \`product\` or \`product_data\` when using \`price_data\`.`,
      `${place}[product]`,
      'parameter_missing',
    )
  const unitAmount = unitAmountOf(data, `${place}[`)
  const currency = currencyOf(data.currency, `${place}[currency]`)
  const product = data.product_data
    ? makeProduct(call, { ...data.product_data, active: false }, false).id
    : call.world.objects.get<Stripe.Product>('product', call.scope, data.product!, `${place}[product]`).id
  return makePrice(call, { currency, unitAmount, product, recurring: data.recurring, active: false })
}
