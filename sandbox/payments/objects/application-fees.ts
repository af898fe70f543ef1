import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { complete } from '../contract/skeleton.ts'
import { application, platformScope } from './accounts.ts'
import type { Scope, World } from '../world.ts'

type Fee = Stripe.ApplicationFee

/** Transfers the application fee of a connected account's payment to the platform, if it has one. */
export function takeFee(world: World, scope: Scope, charge: Stripe.Charge): void {
  const amount = charge.application_fee_amount
  if (!amount) return
  const fee = complete<Fee>('applicationFees.list', {
    id: identifier('fee', 24),
    account: scope.account,
    amount,
    application: (application(world, scope.livemode) as { id: string }).id,
    charge: charge.id,
    created: charge.created,
    currency: charge.currency,
    livemode: scope.livemode,
    originating_transaction: charge.id,
  })
  world.objects.insert('application_fee', platformScope(world, scope.livemode), fee.created, fee)
  charge.application_fee = fee.id
  world.objects.update(charge.id, charge)
}

/** Refunds the application fee in proportion to the refunded part of the payment. */
export function returnFee(world: World, charge: Stripe.Charge): void {
  const id = charge.application_fee
  const found = typeof id === 'string' ? world.objects.findAnywhere<Fee>('application_fee', id) : undefined
  if (!found) return
  const fee = found.data
  fee.amount_refunded = Math.floor((fee.amount * charge.amount_refunded) / charge.amount)
  fee.refunded = fee.amount_refunded === fee.amount
  world.objects.update(fee.id, fee)
}
