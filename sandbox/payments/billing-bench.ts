import type Stripe from 'stripe'
import { goodCard } from './test-bench.ts'
import type { Bench } from './test-bench.ts'
import { DAY } from './time/periods.ts'

/** A test bench with two plans and the first steps of billing tests. */
export interface BillingBench {
  pro: Stripe.Price
  business: Stripe.Price
  /** Creates a customer with this saved card. */
  customer: (card?: string, more?: Stripe.CustomerCreateParams) => Promise<Stripe.Customer>
  /** Starts a trial of three days on the Checkout page, with this card number. */
  trial: (customer: string, number?: string) => Promise<Stripe.Subscription>
  read: (subscription: string) => Promise<Stripe.Subscription>
  advance: (days: number, seconds?: number) => Promise<void>
  /** Types of the events since the last call, oldest first. */
  news: () => Promise<string[]>
}

export async function openBilling({ stripe, control, submit }: Bench): Promise<BillingBench> {
  const plan = (name: string, amount: number): Promise<Stripe.Price> =>
    stripe.prices.create({
      currency: 'eur',
      unit_amount: amount,
      recurring: { interval: 'month' },
      product_data: { name },
    })
  const pro = await plan('Pro', 1900)
  const business = await plan('Business', 4900)
  const newest = async (): Promise<string> => (await stripe.events.list({ limit: 1 })).data[0]!.id
  let lastEventId = await newest()

  return {
    pro,
    business,
    customer: (card = 'pm_card_visa', more = {}) =>
      stripe.customers.create({
        email: 'ada@example.test',
        payment_method: card,
        invoice_settings: { default_payment_method: card },
        ...more,
      }),
    trial: async (customer, number = goodCard.number) => {
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        line_items: [{ price: pro.id, quantity: 1 }],
        subscription_data: {
          trial_period_days: 3,
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        },
        success_url: 'http://shop.test/done',
      })
      await submit(session.url!, { ...goodCard, number })
      const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
      return done.subscription as Stripe.Subscription
    },
    read: (id) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }),
    advance: async (days, seconds = 0) => {
      await control('clock', { advanceSeconds: days * DAY + seconds })
    },
    news: async () => {
      const { data } = await stripe.events.list({ ending_before: lastEventId, limit: 100 })
      lastEventId = data[0]?.id ?? lastEventId
      return data.map((one) => one.type).toReversed()
    },
  }
}

/** The current period of a subscription. */
export function period(subscription: Stripe.Subscription): [start: number, end: number] {
  const item = subscription.items.data[0]!
  return [item.current_period_start, item.current_period_end]
}
