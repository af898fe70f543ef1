import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid, notSimulated } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { complete } from '../contract/skeleton.ts'
import { emit } from '../webhooks/events.ts'
import type { Call, Inside } from '../world.ts'
import { cleanMetadata } from './metadata.ts'
import { makeProduct } from './products.ts'

type Price = Stripe.Price

export interface PriceValues {
  currency: string
  unitAmount: number
  product: string
  recurring?: Stripe.PriceCreateParams.Recurring | undefined
  active?: boolean
  lookupKey?: string | undefined
  nickname?: string | undefined
  metadata?: Record<string, string>
}

/**
 * A price in minor units, from `unit_amount` or `unit_amount_decimal`.
 * @throws unless it is a whole number >= 0
 */
export function unitAmountOf(
  params: { unit_amount?: number | undefined; unit_amount_decimal?: unknown },
  place: string,
): number {
  const given =
    params.unit_amount ??
    (params.unit_amount_decimal === undefined ? undefined : Number(params.unit_amount_decimal))
  const param = `${place}unit_amount${place.includes('[') ? ']' : ''}`
  if (given === undefined) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  if (!Number.isInteger(given) || given < 0)
    throw invalid(
      `Invalid ${param}: must be a whole number of minor units, 0 or more.`,
      param,
      'parameter_invalid_integer',
    )
  if (given > 99_999_999) throw invalid(`${param} must be at most 99999999.`, param, 'amount_too_large')
  return given
}

export function currencyOf(code: string, param: string): string {
  const currency = code.toLowerCase()
  if (!/^[a-z]{3}$/.test(currency) || !Intl.supportedValuesOf('currency').includes(currency.toUpperCase()))
    throw invalid(`Invalid currency: ${code}.`, param)
  return currency
}

const longest: Record<string, number> = { day: 1095, week: 156, month: 36, year: 3 }

/**
 * Validates the billing interval.
 * @throws if it exceeds 3 years, and for metered prices, which are unsupported
 */
function checkedRecurring(recurring: PriceValues['recurring']): PriceValues['recurring'] {
  if (!recurring) return undefined
  onlySimulated('prices.create', recurring, 'interval interval_count usage_type')
  if (recurring.usage_type === 'metered') throw notSimulated('metered prices')
  const { interval, interval_count: count = 1 } = recurring
  const most = longest[interval]
  if (most === undefined) throw invalid('Invalid interval: day, week, month or year.', 'recurring[interval]')
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw invalid(
      'Invalid interval_count: the interval must be at least 1 and at most three years long.',
      'recurring[interval_count]',
      'parameter_invalid_integer',
    )
  return recurring
}

/** Creates and stores a price without an event. */
export function makePrice({ world, scope }: Inside, values: PriceValues): Price {
  const now = world.clock.seconds()
  const recurring = checkedRecurring(values.recurring)
  const price = complete<Price>('prices.retrieve', {
    id: identifier('price', 24),
    active: values.active ?? true,
    billing_scheme: 'per_unit',
    created: now,
    currency: values.currency,
    livemode: scope.livemode,
    lookup_key: values.lookupKey ?? null,
    metadata: values.metadata ?? {},
    nickname: values.nickname ?? null,
    product: values.product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: values.unitAmount,
    unit_amount_decimal: String(values.unitAmount),
  })
  world.objects.insert('price', scope, now, price)
  return price
}

export function createPrice(call: Call<Stripe.PriceCreateParams>): Price {
  const { world, scope, params, cause } = call
  const currency = currencyOf(params.currency, 'currency')
  if ((params.product === undefined) === (params.product_data === undefined))
    throw invalid('You must specify either product or product_data.', 'product', 'parameter_missing')
  const unitAmount = unitAmountOf(params, '')
  const product = params.product_data
    ? makeProduct(call, params.product_data, true).id
    : world.objects.get<Stripe.Product>('product', scope, params.product!, 'product').id
  if (params.lookup_key !== undefined)
    takeLookupKey(call, params.lookup_key, params.transfer_lookup_key === true)
  const price = makePrice(call, {
    currency,
    unitAmount,
    product,
    recurring: params.recurring,
    active: params.active ?? true,
    lookupKey: params.lookup_key,
    nickname: params.nickname,
    metadata: cleanMetadata(params.metadata),
  })
  emit(world, scope, 'price.created', price, cause)
  return price
}

function takeLookupKey({ world, scope }: Inside, key: string, transfer: boolean): void {
  const holder = world.objects.all<Price>('price', scope).find((one) => one.data.lookup_key === key)
  if (!holder) return
  if (!transfer) throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
  world.objects.update(holder.id, { ...holder.data, lookup_key: null })
}

export function retrievePrice({ world, scope, path }: Call): Price {
  return world.objects.get<Price>('price', scope, path['id']!).data
}

/** Updates a price. Its amount and currency are immutable. */
export function updatePrice(call: Call<Stripe.PriceUpdateParams>): Price {
  const { world, scope, params, path, cause } = call
  const { data } = world.objects.get<Price>('price', scope, path['id']!)
  if (params.lookup_key !== undefined && params.lookup_key !== data.lookup_key)
    takeLookupKey(call, params.lookup_key, params.transfer_lookup_key === true)
  if (params.active !== undefined) data.active = params.active
  if (params.nickname !== undefined) data.nickname = params.nickname
  if (params.lookup_key !== undefined) data.lookup_key = params.lookup_key
  data.metadata = cleanMetadata(params.metadata, data.metadata)
  world.objects.update(data.id, data)
  emit(world, scope, 'price.updated', data, cause)
  return data
}

export function listPrices({ world, scope, params }: Call<Stripe.PriceListParams>): object {
  const keep = (one: Price): boolean =>
    (params.active === undefined || one.active === params.active) &&
    (params.currency === undefined || one.currency === params.currency) &&
    (params.product === undefined || one.product === params.product) &&
    (params.type === undefined || one.type === params.type) &&
    (params.lookup_keys === undefined || params.lookup_keys.includes(one.lookup_key ?? ''))
  return world.objects.page<Price>('price', scope, '/v1/prices', params, keep)
}
