import { formatDate } from '#kernel/browser/dates.ts'

const DAY_MS = 86_400_000

/** The fields of a trial that the banner shows. */
export interface Trial {
  /** Name of the plan: `Pro`. */
  plan: string
  /** `€19/month`. */
  price: string
  /** ISO 8601. */
  ends: string
  /** True if it was canceled: nothing is charged after it. */
  canceled: boolean
}

/** The remaining time of a trial and what follows it. @param now milliseconds since 1970 */
export function trialText({ plan, price, ends, canceled }: Trial, now: number): string {
  const days = Math.ceil((Date.parse(ends) - now) / DAY_MS)
  const left = days > 1 ? `${days} days left.` : days === 1 ? 'Less than a day left.' : 'Ends now.'
  const then = canceled ? `${plan} ends on` : `${plan} continues at ${price} on`
  return `${left} ${then} ${formatDate(ends)}.`
}
