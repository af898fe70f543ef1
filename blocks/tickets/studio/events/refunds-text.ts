// How far the refunds of a canceled event are, in words.
import type { EventRefunds } from '#blocks/tickets/endpoints-studio.ts'

/** Whether nothing is under way. What failed or was left can be tried again. */
export const isDone = ({ orders, refunded, failed, left }: EventRefunds): boolean =>
  refunded + failed + left >= orders

export function refundsTitle({ orders, failed, left }: EventRefunds, done: boolean): string {
  if (orders === 0) return 'The event is canceled. No order was paid.'
  if (!done) return 'The event is canceled. Refunds are on their way.'
  if (failed > 0) return 'Some refunds failed.'
  return left > 0
    ? 'The event is canceled. Some orders are not refunded.'
    : 'The event is canceled, and its orders are refunded.'
}

/** How many orders are in which state, in sentences. */
export const refundsText = ({ orders, refunded, failed, left }: EventRefunds): string =>
  [
    `${refunded} of ${orders} ${orders === 1 ? 'order' : 'orders'} refunded.`,
    failed > 0 ? `${failed} failed: the orders say why.` : '',
    left > 0 ? `${left} not refunded yet: disputed ones wait, the others can be refunded.` : '',
  ]
    .filter(Boolean)
    .join(' ')
