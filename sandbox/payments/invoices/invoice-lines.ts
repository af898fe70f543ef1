import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { complete } from '../contract/skeleton.ts'
import { moneyText } from '../objects/money.ts'
import type { Scope, World } from '../world.ts'
import { intervalText } from '../time/periods.ts'
import type { Bought, Item, Subscription } from '../subscriptions/subscription-state.ts'

/** One line of a future invoice: amounts in minor units, negative for a credit; times in seconds. */
export interface Line {
  amount: number
  description: string
  price: Stripe.Price
  quantity: number
  start: number
  end: number
  /** The subscription item that the line bills; absent for one-time purchases. */
  item: string | null
  proration: boolean
}

/** The line of an item for a whole period; free during a trial. */
export function itemLine(world: World, scope: Scope, item: Item, trial: boolean): Line {
  const { price, quantity = 1 } = item
  const name = productName(world, scope, price)
  const rate = `${moneyText(price.unit_amount!, price.currency)} / ${intervalText(price.recurring!)}`
  return {
    amount: trial ? 0 : price.unit_amount! * quantity,
    description: trial ? `Trial period for ${name}` : `${quantity} × ${name} (at ${rate})`,
    price,
    quantity,
    start: item.current_period_start,
    end: item.current_period_end,
    item: item.id,
    proration: false,
  }
}

/** The line of a one-time purchase that is part of a subscription's first invoice. */
export function onceLine(world: World, scope: Scope, { price, quantity }: Bought): Line {
  const now = world.clock.seconds()
  return {
    amount: price.unit_amount! * quantity,
    description: productName(world, scope, price),
    price,
    quantity,
    start: now,
    end: now,
    item: null,
    proration: false,
  }
}

export function productName(world: World, scope: Scope, price: Stripe.Price): string {
  const id = typeof price.product === 'string' ? price.product : price.product.id
  return world.objects.find<Stripe.Product>('product', scope, id)?.data.name ?? id
}

/** The lines as the API returns them. */
export function shownLines(
  scope: Scope,
  invoice: string,
  lines: Line[],
  subscription: Subscription,
): Stripe.InvoiceLineItem[] {
  const shown = lines.map((line) => ({
    id: identifier('il', 24),
    amount: line.amount,
    currency: line.price.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice,
    livemode: scope.livemode,
    metadata: subscription.metadata,
    parent: line.item
      ? {
          subscription_item_details: {
            proration: line.proration,
            subscription: subscription.id,
            subscription_item: line.item,
          },
          type: 'subscription_item_details',
        }
      : {
          invoice_item_details: {
            invoice_item: identifier('ii', 24),
            proration: line.proration,
            subscription: subscription.id,
          },
          type: 'invoice_item_details',
        },
    period: { start: line.start, end: line.end },
    pricing: {
      price_details: { price: line.price.id, product: line.price.product },
      type: 'price_details',
      unit_amount_decimal: String(line.price.unit_amount),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: [],
  }))
  return complete<Stripe.Invoice>('invoices.retrieve', { lines: { data: shown } }).lines.data
}
