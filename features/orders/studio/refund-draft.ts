import * as z from 'zod/mini'
import { formatPrice, isChargeable } from '#kernel/browser/money.ts'
import { decimalSign, parsePrice, typedAmount } from '#kernel/browser/typed-money.ts'
import type { OrderDetail, RefundReason } from '../endpoints.ts'

export const REASONS: readonly { value: RefundReason | ''; label: string }[] = [
  { value: '', label: 'Not given' },
  { value: 'requested_by_customer', label: 'Requested by the buyer' },
  { value: 'duplicate', label: 'Bought twice' },
  { value: 'fraudulent', label: 'Fraudulent' },
]

type Refundable = Pick<OrderDetail, 'refundable' | 'currency'>

/** The schema of the refund form. The amount is text. */
export const refundDraft = (order: Refundable) =>
  z.object({
    amount: z.string().check(
      z.refine((text) => refundCents(text, order) !== undefined, {
        error: ({ input }) => refundProblem(input as string, order),
      }),
    ),
    reason: z.enum(['', 'requested_by_customer', 'duplicate', 'fraudulent']),
  })
export type RefundDraft = z.infer<ReturnType<typeof refundDraft>>

/** The default draft: a refund of everything that is left. */
export const wholeRefund = ({ refundable, currency }: Refundable): RefundDraft => ({
  amount: typedAmount(refundable, currency, decimalSign()),
  reason: '',
})

/** Returns the minor units of a typed amount, or undefined if it cannot be refunded. */
export function refundCents(text: string, { refundable, currency }: Refundable): number | undefined {
  const read = parsePrice(text, currency, decimalSign())
  return 'cents' in read && read.cents > 0 && read.cents <= refundable && isChargeable(read.cents, currency)
    ? read.cents
    : undefined
}

/** Returns the message about an invalid amount. */
export function refundProblem(text: string, { refundable, currency }: Refundable): string {
  const read = parsePrice(text, currency, decimalSign())
  if ('error' in read) return read.error
  if (read.cents > refundable) return `At most ${formatPrice(refundable, currency)} can be refunded`
  return isChargeable(read.cents, currency)
    ? 'Enter an amount'
    : `The third decimal of ${currency.toUpperCase()} must be 0`
}
