import type Stripe from 'stripe'
import { complete } from '../contract/skeleton.ts'
import type { Call, Scope, World } from '../world.ts'

/** Minor units by currency. */
export type Amounts = Record<string, number>

/**
 * An account's balance: payments minus refunds and disputes, plus or minus application fees. There are no
 * payouts.
 */
export function balanceOf(world: World, scope: Scope): Amounts {
  const sums: Amounts = {}
  const add = (currency: string, amount: number): void => {
    sums[currency] = (sums[currency] ?? 0) + amount
  }
  for (const { data } of world.objects.all<Stripe.Charge>('charge', scope))
    if (data.paid) add(data.currency, data.amount - data.amount_refunded - (data.application_fee_amount ?? 0))
  for (const { data } of world.objects.all<Stripe.Dispute>('dispute', scope))
    if (['lost', 'needs_response', 'under_review'].includes(data.status)) add(data.currency, -data.amount)
  for (const { data } of world.objects.all<Stripe.ApplicationFee>('application_fee', scope))
    add(data.currency, data.amount - data.amount_refunded)
  const platform = { livemode: scope.livemode, account: world.platform.account }
  for (const { data } of world.objects.all<Stripe.ApplicationFee>('application_fee', platform))
    if (data.account === scope.account) add(data.currency, data.amount_refunded)
  return sums
}

/** https://docs.stripe.com/api/balance: the whole balance is available immediately. */
export function retrieveBalance({ world, scope }: Call): Stripe.Balance {
  const available = Object.entries(balanceOf(world, scope)).map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }))
  const pending = available.map((one) => ({ ...one, amount: 0, source_types: { card: 0 } }))
  return complete<Stripe.Balance>('balance.retrieve', { available, pending, livemode: scope.livemode })
}

/** Fees that the platform received from payments of connected accounts. */
export function listApplicationFees(call: Call<Stripe.ApplicationFeeListParams>): object {
  const { world, scope, params } = call
  const keep = (one: Stripe.ApplicationFee): boolean =>
    params.charge === undefined || one.charge === params.charge
  return world.objects.page<Stripe.ApplicationFee>(
    'application_fee',
    scope,
    '/v1/application_fees',
    params,
    keep,
  )
}
