import { formatPrice } from '#kernel/browser/money.ts'
import type { BadgeTone } from '#ui/base/badge.tsx'

/** A subscription as the plan card reads it. */
export interface SubscriptionRow {
  status: string
  /** Minor units of `currency`. */
  unit_amount: number
  currency: string
  interval: string
  /** ISO 8601. */
  current_period_end: string | null
}

const LABELS: Record<string, [label: string, tone: BadgeTone]> = {
  active: ['Active', 'ok'],
  trialing: ['Trial', 'accent'],
  past_due: ['Past Due', 'danger'],
  unpaid: ['Unpaid', 'danger'],
  canceled: ['Canceled', 'neutral'],
}

/** Statuses that the card has a label for. */
export const SHOWN_STATUSES = Object.keys(LABELS)

/** Label and tone of a subscription's status; an unknown status is shown as it is. */
export function planStatus(status: string): { label: string; tone: BadgeTone } {
  const [label, tone] = Object.hasOwn(LABELS, status) ? LABELS[status]! : ([status, 'neutral'] as const)
  return { label, tone }
}

const ACCEPTABLE = ['active', 'trialing', 'pending', 'none', '']

/**
 * Whether a status needs no action. This is a weaker check than access control, and no guard uses it. For
 * other statuses, the billing button becomes primary.
 */
export const isAcceptable = (status: string): boolean => ACCEPTABLE.includes(status)

/** The row to show, from newest first: the most recent active one, else the most recent. */
export function planToShow(rows: readonly SubscriptionRow[]): SubscriptionRow | undefined {
  return rows.find(({ status }) => status === 'active') ?? rows[0]
}

/** The price and its interval: `€19.00/month`. */
export function planPrice({ unit_amount, currency, interval }: SubscriptionRow): string {
  return `${formatPrice(unit_amount, currency)}/${interval}`
}
