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

/** Label and tone of a subscription's status; one we have no word for shows as it is. */
export function planStatus(status: string): { label: string; tone: BadgeTone } {
  const [label, tone] = Object.hasOwn(LABELS, status) ? LABELS[status]! : ([status, 'neutral'] as const)
  return { label, tone }
}

const ACCEPTABLE = ['active', 'trialing', 'pending', 'none', '']

/**
 * Whether a status needs nobody's act: a looser question than whether it gives access, which no guard asks. A plan that
 * is not acceptable makes the way to its billing the loud one.
 */
export const isAcceptable = (status: string): boolean => ACCEPTABLE.includes(status)

/** The one to show of the rows, newest first: the most recent active one, else the most recent. */
export function planToShow(rows: readonly SubscriptionRow[]): SubscriptionRow | undefined {
  return rows.find(({ status }) => status === 'active') ?? rows[0]
}

/** What it costs and how often: `€19.00/month`. */
export function planPrice({ unit_amount, currency, interval }: SubscriptionRow): string {
  return `${formatPrice(unit_amount, currency)}/${interval}`
}
