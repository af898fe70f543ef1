import type Stripe from 'stripe'
import { DAY, intervalText } from '../time/periods.ts'
import { moneyText } from '../objects/money.ts'
import type { World } from '../world.ts'
import { sellerName } from './checkout-payment.ts'
import type { CheckoutState } from './checkout-payment.ts'

export interface CheckoutCopy {
  title: string
  /** The price after the trial; empty without one. */
  terms: string
  total: string
  button: string
}

/** Title, price terms and button of the page, for an order, a subscription or a trial. */
export function checkoutCopy(world: World, state: CheckoutState): CheckoutCopy {
  const { session, hidden } = state
  const seller = sellerName(world, state)
  const order = hidden.subscription
  if (!order) {
    const button = `Pay ${moneyText(session.amount_total ?? 0, session.currency ?? 'usd')}`
    return { title: `Pay ${seller}`, terms: '', total: 'Total', button }
  }
  const days =
    order.trialDays ??
    (order.trialEnd === null ? null : Math.ceil((order.trialEnd - world.clock.seconds()) / DAY))
  const name = hidden.lineItems.find((one) => one.price?.recurring)?.description ?? seller
  if (days === null)
    return { title: `Subscribe to ${name}`, terms: '', total: 'Total due today', button: 'Subscribe' }
  const rate = hidden.lineItems.filter((one) => one.price?.recurring).map(rateText)
  return {
    title: `Try ${name}`,
    terms: `${days} ${days === 1 ? 'day' : 'days'} free, then ${rate.join(' and ')}.`,
    total: 'Total due today',
    button: 'Start trial',
  }
}

/** `€19.00 per month` for a recurring price, otherwise only the amount. */
export function rateText(line: Stripe.LineItem): string {
  const recurring = line.price?.recurring
  if (!recurring) return moneyText(line.amount_total, line.currency)
  const amount = (line.price?.unit_amount ?? 0) * (line.quantity ?? 1)
  return `${moneyText(amount, line.currency)} per ${intervalText(recurring)}`
}
