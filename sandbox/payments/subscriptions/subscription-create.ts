import type Stripe from 'stripe'
import { ApiError, invalid, notSimulated } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { liveCustomer } from '../objects/customers.ts'
import { idOf } from '../objects/id-of.ts'
import { cleanMetadata } from '../objects/metadata.ts'
import { isConnected } from '../world.ts'
import type { Call } from '../world.ts'
import { priceOf, quantityOf } from './bought.ts'
import { cardError } from '../payment-methods/card-error.ts'
import { atTimeOf } from '../payment-methods/customer-state.ts'
import { intentOf } from '../invoices/invoice-payments.ts'
import { MAX_END_DAYS, MAX_TRIAL_DAYS, requireFutureTime } from '../time/moments.ts'
import { methodOf } from '../payment-methods/payment-methods.ts'
import { DAY } from '../time/periods.ts'
import { startSubscription } from './start-subscription.ts'
import type { Order } from './start-subscription.ts'
import type { Bought, Subscription } from './subscription-state.ts'

type Create = Stripe.SubscriptionCreateParams

const simulated = `
  add_invoice_items application_fee_percent billing_mode cancel_at cancel_at_period_end collection_method
  currency customer default_payment_method description expand items metadata off_session payment_behavior
  payment_settings proration_behavior trial_end trial_period_days trial_settings
`

/** Starts a subscription through the API: with the customer's saved card or a trial. */
export function createSubscription(call: Call<Create>): Subscription {
  const { world, scope, params, cause } = call
  onlySimulated('subscriptions.create', params, simulated)
  if (!params.customer) throw invalid('Missing required param: customer.', 'customer', 'parameter_missing')
  onlyAutomatic(params)
  if (params.payment_behavior === 'pending_if_incomplete')
    throw notSimulated('payment_behavior pending_if_incomplete')
  const customer = liveCustomer(call, params.customer, 'customer')
  return atTimeOf(world, scope, customer.id, () => {
    const order = readOrder(call, customer)
    const later = params.payment_behavior === 'default_incomplete'
    const payable = order.method ?? customer.invoice_settings.default_payment_method
    const due = [...(order.trialEnd === null ? order.items : []), ...order.once]
    if (due.some((one) => one.price.unit_amount) && !payable && !later)
      throw invalid(
        'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
        undefined,
        'resource_missing',
      )
    const payment = later ? ({ by: 'later' } as const) : ({ by: 'card' } as const)
    const { subscription, invoice } = startSubscription(world, scope, order, payment, cause)
    const failed = invoice.data.status === 'open' && !later
    if (failed && params.payment_behavior === 'error_if_incomplete') {
      const why = intentOf(world, invoice)?.last_payment_error
      const error = cardError({ code: why?.code ?? 'card_declined', message: why?.message ?? 'Declined.' })
      // Unlike `cardError`, this error rolls everything back, so no subscription remains.
      throw new ApiError(error.status, error.body)
    }
    return subscription.data
  })
}

/** Refuses unsupported ways to collect payments, save cards or bill. @throws 501 */
export function onlyAutomatic(
  params: Pick<Create, 'billing_mode' | 'collection_method' | 'payment_settings' | 'trial_settings'>,
): void {
  if (params.collection_method === 'send_invoice') throw notSimulated('invoices that are sent by email')
  if (params.billing_mode?.type === 'classic') throw notSimulated('the classic billing mode')
  onlySimulated('payment_settings', params.payment_settings ?? {}, 'save_default_payment_method')
  onlySimulated('trial_settings', params.trial_settings?.end_behavior ?? {}, 'missing_payment_method')
}

function readOrder(call: Call<Create>, customer: Stripe.Customer): Order {
  const { world, scope, params } = call
  const items = (params.items ?? []).map((one, at): Bought => ({
    price: priceOf(call, one, `items[${at}]`, true),
    quantity: quantityOf(one.quantity, `items[${at}]`),
    metadata: cleanMetadata(one.metadata),
  }))
  const once = (params.add_invoice_items ?? []).map((one, at): Bought => ({
    price: priceOf(call, one, `add_invoice_items[${at}]`, false),
    quantity: quantityOf(one.quantity, `add_invoice_items[${at}]`),
  }))
  if (items.length === 0) throw invalid('Missing required param: items.', 'items', 'parameter_missing')
  requireOneRate([...items, ...once])
  const { currency } = items[0]!.price
  if (params.currency !== undefined && params.currency.toLowerCase() !== currency)
    throw invalid(`The prices are in ${currency}.`, 'currency')
  const keeps = params.payment_settings?.save_default_payment_method === 'on_subscription'
  const known = customer.invoice_settings.default_payment_method
  const percent = params.application_fee_percent
  if (percent && !isConnected(world, scope))
    throw invalid(
      'You can only apply an application_fee_percent to subscriptions of connected accounts.',
      'application_fee_percent',
    )
  return {
    customer,
    items,
    once,
    trialEnd: trialEnd(params, world.clock.seconds()),
    missingMethod: (params.trial_settings?.end_behavior.missing_payment_method ??
      'create_invoice') as Order['missingMethod'],
    method: params.default_payment_method
      ? methodOf(world, scope, params.default_payment_method, customer.id, 'default_payment_method').id
      : keeps && known
        ? idOf(known)
        : null,
    metadata: cleanMetadata(params.metadata),
    description: params.description ?? null,
    applicationFeePercent: percent || null,
    cancelAtPeriodEnd: params.cancel_at_period_end ?? false,
    cancelAt: cancelAt(params, world.clock.seconds()),
  }
}

/** @throws if prices differ in currency or billing interval */
export function requireOneRate(bought: Bought[]): void {
  const rates = bought.flatMap(({ price }) => price.recurring ?? [])
  if (new Set(rates.map((one) => `${one.interval_count} ${one.interval}`)).size > 1)
    throw invalid('The sandbox needs one billing interval for all items of a subscription.', 'items')
  if (new Set(bought.map((one) => one.price.currency)).size > 1)
    throw invalid('All prices of a subscription must use the same currency.', 'items')
}

function cancelAt({ cancel_at: at, cancel_at_period_end: atEnd }: Create, now: number): number | null {
  if (at === undefined) return null
  if (atEnd) throw invalid('You may only set one of cancel_at and cancel_at_period_end.', 'cancel_at')
  if (typeof at !== 'number') throw notSimulated(`cancel_at ${at} when a subscription is created`)
  return requireFutureTime(at, now, MAX_END_DAYS, 'cancel_at')
}

function trialEnd({ trial_end: end, trial_period_days: days }: Create, now: number): number | null {
  if (end !== undefined && days !== undefined)
    throw invalid('You may only specify one of these parameters: trial_end, trial_period_days.', 'trial_end')
  if (days !== undefined && (!Number.isInteger(days) || days < 0 || days > 730))
    throw invalid('Invalid trial_period_days: 0 to 730.', 'trial_period_days', 'parameter_invalid_integer')
  if (days) return now + days * DAY
  if (typeof end !== 'number') return null
  return requireFutureTime(end, now, MAX_TRIAL_DAYS, 'trial_end')
}
