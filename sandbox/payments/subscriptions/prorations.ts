import type { Scope, World } from '../world.ts'
import { productName } from '../invoices/invoice-lines.ts'
import type { Line } from '../invoices/invoice-lines.ts'
import type { Item } from './subscription-state.ts'

/**
 * Computes the cost of a change within a paid period: credits the rest of the old price and charges the rest
 * of the new one, to the second, rounded to whole minor units.
 */
export function prorate(
  world: World,
  scope: Scope,
  before: Item | undefined,
  after: Item | undefined,
  at: number,
): Line[] {
  const lines: Line[] = []
  const day = new Date(at * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  if (before) lines.push(part(world, scope, before, at, -1, 'Unused time on', day))
  if (after) lines.push(part(world, scope, after, at, 1, 'Remaining time on', day))
  return lines.filter((line) => line.amount !== 0)
}

function part(
  world: World,
  scope: Scope,
  item: Item,
  at: number,
  sign: -1 | 1,
  words: string,
  day: string,
): Line {
  const { price, quantity = 1, current_period_start: start, current_period_end: end } = item
  const share = (end - at) / (end - start)
  const name = productName(world, scope, price)
  return {
    amount: sign * Math.round(price.unit_amount! * quantity * share),
    description: `${words} ${quantity > 1 ? `${quantity} × ` : ''}${name} after ${day}`,
    price,
    quantity,
    start: at,
    end,
    item: item.id,
    proration: true,
  }
}
