import type Stripe from 'stripe'
import { ApiError, invalid, missing, notSimulated } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { idOf } from '../objects/id-of.ts'
import { cleanMetadata } from '../objects/metadata.ts'
import { isConnected } from '../world.ts'
import type { Call, Inside, World } from '../world.ts'
import { priceOf, quantityOf } from './bought.ts'
import { cardError } from '../payment-methods/card-error.ts'
import { changePlan } from './change-plan.ts'
import { atTimeOf } from '../payment-methods/customer-state.ts'
import { intentOf } from '../invoices/invoice-payments.ts'
import type { Invoice } from '../invoices/invoices.ts'
import { endPeriod } from '../time/lifecycle.ts'
import { MAX_END_DAYS, MAX_TRIAL_DAYS, requireFutureTime } from '../time/moments.ts'
import { methodOf } from '../payment-methods/payment-methods.ts'
import { onlyAutomatic } from './subscription-create.ts'
import { runningSubscription, setReasons } from './subscription-calls.ts'
import { makeItem, periodOf, saveSubscription, setPeriod } from './subscription-state.ts'
import type { Item, StoredSubscription, Subscription, SubscriptionHidden } from './subscription-state.ts'

type Update = Stripe.SubscriptionUpdateParams

const simulated = `
  application_fee_percent cancel_at cancel_at_period_end cancellation_details collection_method
  default_payment_method description expand items metadata off_session payment_behavior payment_settings
  proration_behavior trial_end trial_settings
`

/** Updates a subscription. Ended ones only accept metadata and cancellation details. */
export function updateSubscription(call: Call<Update>): Subscription {
  const { world, scope, params, path, cause } = call
  onlySimulated('subscriptions.update', params, simulated)
  onlyAutomatic(params)
  const strict = params.payment_behavior === 'error_if_incomplete'
  if (params.payment_behavior !== undefined && !strict && params.payment_behavior !== 'allow_incomplete')
    throw notSimulated(`payment_behavior ${params.payment_behavior} of a change`)
  const onlyNotes = Object.keys(params).every((name) =>
    ['metadata', 'cancellation_details', 'expand'].includes(name),
  )
  const stored = onlyNotes
    ? world.objects.get<Subscription, SubscriptionHidden>('subscription', scope, path['id']!)
    : runningSubscription(call)
  return atTimeOf(world, scope, idOf(stored.data.customer), () => {
    applyFields(call, stored, params)
    if (params.items) {
      const items = changedItems(call, stored, params.items)
      const before = stored.data.status
      changePlan(world, stored, items, params.proration_behavior ?? 'create_prorations', cause)
      if (strict && before === 'active' && stored.data.status !== 'active') throw unpaidChange(world, stored)
    }
    if (params.trial_end !== undefined && !moveTrial(call, stored, params.trial_end)) return stored.data
    saveSubscription(world, stored, cause)
    return stored.data
  })
}

/** An error that rolls back the whole change, because the caller allowed it only if it can be paid. */
function unpaidChange(world: World, { data, scope }: StoredSubscription): ApiError {
  const invoice = world.objects.find<Invoice>('invoice', scope, idOf(data.latest_invoice!))
  const why = invoice && intentOf(world, invoice)?.last_payment_error
  const error = cardError({ code: why?.code ?? 'card_declined', message: why?.message ?? 'Declined.' })
  return new ApiError(error.status, error.body)
}

function applyFields(call: Call<Update>, { data }: StoredSubscription, params: Update): void {
  const { world, scope } = call
  data.metadata = cleanMetadata(params.metadata, data.metadata)
  if (params.description !== undefined) data.description = params.description || null
  if (params.default_payment_method !== undefined)
    data.default_payment_method =
      params.default_payment_method === ''
        ? null
        : methodOf(world, scope, params.default_payment_method, idOf(data.customer), 'default_payment_method')
            .id
  if (params.application_fee_percent !== undefined) {
    if (params.application_fee_percent && !isConnected(world, scope))
      throw invalid('Only connected accounts pay an application fee.', 'application_fee_percent')
    data.application_fee_percent = params.application_fee_percent || null
  }
  if (params.trial_settings && data.trial_settings)
    data.trial_settings.end_behavior.missing_payment_method =
      params.trial_settings.end_behavior.missing_payment_method ?? 'create_invoice'
  setReasons(data, params.cancellation_details)
  planEnd(data, params, world.clock.seconds())
}

/** Sets when the subscription ends: at the end of the period, at a given time, or never. */
export function planEnd(
  data: Subscription,
  params: Pick<Update, 'cancel_at' | 'cancel_at_period_end'>,
  now: number,
): void {
  const { cancel_at: at, cancel_at_period_end: atEnd } = params
  if (atEnd !== undefined && at)
    throw invalid('You may only set one of cancel_at and cancel_at_period_end.', 'cancel_at')
  if (atEnd !== undefined) {
    data.cancel_at_period_end = atEnd
    data.cancel_at = atEnd ? periodOf(data).end : null
  }
  if (at !== undefined) {
    const periodEnds = at === 'min_period_end' || at === 'max_period_end'
    data.cancel_at = !at
      ? null
      : periodEnds
        ? periodOf(data).end
        : requireFutureTime(Number(at), now, MAX_END_DAYS, 'cancel_at')
    data.cancel_at_period_end = false
  }
  if (atEnd === undefined && at === undefined) return
  const ends = data.cancel_at !== null
  data.canceled_at = ends ? now : null
  if (data.cancellation_details) data.cancellation_details.reason = ends ? 'cancellation_requested' : null
}

/** The items after the change. @throws resource_missing for an item of another subscription */
function changedItems(
  call: Inside,
  { data }: StoredSubscription,
  given: NonNullable<Update['items']>,
): Item[] {
  let items = structuredClone(data.items.data)
  const { start, end } = periodOf(data)
  for (const [at, one] of given.entries()) {
    const place = `items[${at}]`
    const named = one.price !== undefined || one.price_data !== undefined
    const item = items.find((row) => row.id === one.id)
    if (one.id !== undefined && !item) throw missing('subscription_item', one.id, `${place}[id]`)
    if (!item) {
      const bought = { price: priceOf(call, one, place, true), quantity: quantityOf(one.quantity, place) }
      items.push(makeItem(call.world, data.id, bought, start, end))
    } else if (one.deleted) items = items.filter((row) => row !== item)
    else {
      const price = named ? priceOf(call, one, place, true) : item.price
      const quantity = one.quantity === undefined ? item.quantity : quantityOf(one.quantity, place)
      const fresh = makeItem(call.world, data.id, { price, quantity: quantity ?? 1 }, start, end)
      const metadata = cleanMetadata(one.metadata, item.metadata)
      Object.assign(item, { ...fresh, id: item.id, created: item.created, metadata })
    }
  }
  if (items.length === 0) throw invalid('A subscription must have at least one active item.', 'items')
  return items
}

/** @returns false if the trial ended: then everything is already stored and emitted */
function moveTrial(call: Call<Update>, stored: StoredSubscription, end: 'now' | number): boolean {
  const { world, cause } = call
  const { data } = stored
  const now = world.clock.seconds()
  if (end === 'now') {
    if (data.status !== 'trialing') return true
    data.trial_end = now
    data.billing_cycle_anchor = now
    setPeriod(data, periodOf(data).start, now)
    endPeriod(world, stored, cause)
    return false
  }
  requireFutureTime(end, now, MAX_TRIAL_DAYS, 'trial_end')
  data.status = 'trialing'
  data.trial_start ??= now
  data.trial_end = end
  data.billing_cycle_anchor = end
  setPeriod(data, data.trial_start, end)
  if (data.cancel_at_period_end) data.cancel_at = end
  stored.hidden.warned = false
  return true
}
