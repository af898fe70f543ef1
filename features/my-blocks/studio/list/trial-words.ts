import { formatDate } from '#kernel/browser/dates.ts'

const DAY_MS = 86_400_000

/** What the banner needs to know of a trial. */
export interface Trial {
  /** Name of the plan: `Pro`. */
  plan: string
  /** `€19/month`. */
  price: string
  /** ISO 8601. */
  ends: string
  /** Ends by itself: nothing is charged after it. */
  canceled: boolean
}

/** How long a trial lasts and what comes then. @param now milliseconds since 1970 */
export function trialWords({ plan, price, ends, canceled }: Trial, now: number): string {
  const days = Math.ceil((Date.parse(ends) - now) / DAY_MS)
  const left = days > 1 ? `${days} days left.` : days === 1 ? 'Less than a day left.' : 'Ends now.'
  const then = canceled ? `${plan} ends on` : `${plan} continues at ${price} on`
  return `${left} ${then} ${formatDate(ends)}.`
}
