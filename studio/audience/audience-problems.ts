import { type Alternative, type Audience, MOST_DAYS, MOST_PEOPLE } from '#kernel/browser/audience.ts'

/** What an alternative lacks, in words for its row; undefined if it is complete. */
export function alternativeProblem(one: Alternative): string | undefined {
  if (one.kind === 'bought' && !one.source) return 'Choose a product.'
  if (one.kind === 'role' && !one.role) return 'Choose a role.'
  if (one.kind === 'people' && !one.ids?.length) return 'Add at least one person.'
  if (one.ids && one.ids.length > MOST_PEOPLE)
    return `Add at most ${MOST_PEOPLE.toLocaleString('en-US')} people.`
  if (one.from && one.until && one.from >= one.until) return 'The end must be after the start.'
  if (
    one.after_days !== undefined &&
    (!Number.isInteger(one.after_days) || one.after_days < 1 || one.after_days > MOST_DAYS)
  )
    return `Enter 1 to ${MOST_DAYS} days.`
  return undefined
}

/** Whether the rule can be saved. */
export const isComplete = ({ any }: Audience): boolean =>
  any.every((one) => alternativeProblem(one) === undefined)
