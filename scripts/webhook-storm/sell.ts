import type { Instance } from '../../bench/instance.ts'
import type { Provider } from './provider.ts'
import { buy } from './shops.ts'
import type { Shop } from './shops.ts'

const AT_ONCE = 4
const buyer = { email: 'buyer@example.test', expiry: '12 / 34', cvc: '123', name: 'Bo Buyer' }

/** Number of purchases by outcome, as seen by the buyers. */
export interface Sold {
  paid: number
  declined: number
  left: number
  refunded: number
}

/**
 * Sells until the given number of deliveries is pending. Most buyers pay, some are declined, some never pay,
 * and some get a full or partial refund.
 */
export async function sell(
  instance: Instance,
  provider: Provider,
  shops: Shop[],
  deliveries: number,
): Promise<Sold> {
  const sold: Sold = { paid: 0, declined: 0, left: 0, refunded: 0 }
  let at = 0
  let enough = false
  const one = async (): Promise<void> => {
    while (!enough) {
      const turn = at++
      const page = await buy(instance, shops[turn % shops.length]!, 1 + (turn % 3))
      const how = turn % 10
      if (how === 7) sold.left += 1
      else {
        const number = how === 8 ? '4000000000000002' : '4242424242424242'
        const to = await provider.submit(page, { ...buyer, number })
        if (to) sold.paid += 1
        else sold.declined += 1
      }
      if (turn % 20 === 0) {
        const { pending } = await provider.control<{ pending: number }>('deliveries/count')
        enough ||= pending >= deliveries
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  for (const { account } of shops) {
    const own = { stripeAccount: account }
    let turn = 0
    for await (const charge of provider.stripe.charges.list({ limit: 100 }, own))
      if (charge.paid && turn++ % 8 === 0) {
        const amount = turn % 16 === 1 ? charge.amount : Math.floor(charge.amount / 3)
        await provider.stripe.refunds.create({ charge: charge.id, amount }, own)
        sold.refunded += 1
      }
  }
  return sold
}
