import { dayPoints } from '#features/stats/studio/stats-words.ts'
import type { PromptUsage, UsageRow } from '#blocks/prompt/endpoints-studio.ts'

const DAY_MS = 86_400_000
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The last days in UTC, as the server counts them, each with its figures if it has any. */
export function daysOf(days: readonly UsageRow[], now: Date, length: number) {
  const today = now.toISOString().slice(0, 10)
  const byDay = new Map(days.map((row) => [row.of, row]))
  return {
    points: dayPoints(today, length),
    rows: Array.from({ length }, (_, place) => {
      const day = new Date(Date.parse(today) - (length - 1 - place) * DAY_MS)
      return byDay.get(day.toISOString().slice(0, 10))
    }),
  }
}

/** The figures of the month that is not over yet. */
export const thisMonth = ({ months }: PromptUsage, now: Date): UsageRow =>
  months.find(({ of }) => of === now.toISOString().slice(0, 7)) ?? {
    of: now.toISOString().slice(0, 7),
    questions: 0,
    refused: 0,
    failed: 0,
    tokens_in: 0,
    tokens_out: 0,
    cost: null,
  }

/** `2026-11` as `November 2026`. */
export const monthName = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`))
