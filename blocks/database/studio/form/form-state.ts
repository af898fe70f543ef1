import type { DataForm } from '#blocks/database/endpoints-studio.ts'
import { formatDateTime } from '#kernel/browser/dates.ts'

/** What decides whether a form takes answers from a visitor of its audience. */
type Limits = Pick<DataForm, 'read_only' | 'is_open' | 'opens_at' | 'closes_at' | 'most' | 'submitted'>

/** Whether a form takes answers at a moment, in words and as the tone of a badge's dot. */
export function formState(form: Limits, now: number): { text: string; dot: 'ok' | 'warn' | 'neutral' } {
  const { read_only, is_open, opens_at, closes_at, most, submitted } = form
  if (read_only || !is_open || (closes_at && Date.parse(closes_at) <= now))
    return { text: 'Closed', dot: 'neutral' }
  if (most !== null && submitted >= most) return { text: 'Full', dot: 'neutral' }
  if (opens_at && Date.parse(opens_at) > now)
    return { text: `Opens ${formatDateTime(opens_at)}`, dot: 'warn' }
  return { text: 'Open', dot: 'ok' }
}

/** `3 submissions`. */
export const submissionsText = (submitted: number): string =>
  submitted === 0
    ? 'No submissions yet'
    : submitted === 1
      ? '1 submission'
      : `${submitted.toLocaleString('en-US')} submissions`
