import type { Field } from './field.ts'
import { MOST_CHOICES, MOST_LONG_TEXT, MOST_SLOT_TEXT } from './field.ts'
import { compilePattern } from './pattern.ts'
import { isFileKind, MOST_FILE_MB, MOST_PICTURE_MB } from './file-types.ts'
import { readValue } from './read-value.ts'
import { canBeUnique } from './slots.ts'

const TOKENS: Partial<Record<Field['kind'], string>> = { date: 'now', date_time: 'now', person: 'me' }

/** What is wrong with a field's own settings, in English; undefined if nothing is. The form of the object was checked before. */
export function fieldProblem(field: Field): string | undefined {
  const { kind, min, max, pattern, choices = [], unique } = field
  if (unique && !canBeUnique(kind)) return 'cannot be unique'
  if (min !== undefined && max !== undefined && min > max) return 'has a least value above its greatest'
  if (
    kind === 'rating' &&
    (min !== undefined || (max ?? 5) < 2 || (max ?? 5) > 10 || !Number.isInteger(max ?? 5))
  )
    return 'has a scale of 2 to 10'
  if (isFileKind(kind)) {
    const mostMb = kind === 'image' ? MOST_PICTURE_MB : MOST_FILE_MB
    if (min !== undefined || (max !== undefined && !(Number.isInteger(max) && max >= 1 && max <= mostMb)))
      return `takes files of at most 1 to ${mostMb} megabytes`
    if (field.default !== undefined && field.default !== null) return 'cannot have a default'
  }
  if (field.types !== undefined && kind !== 'file') return 'has no types of files'
  const most = kind === 'text' ? MOST_SLOT_TEXT : MOST_LONG_TEXT
  if ((kind === 'text' || kind === 'long_text') && (max ?? 0) > most) return `has at most ${most} characters`
  if (pattern !== undefined && (kind !== 'text' || !compilePattern(pattern)))
    return 'has a pattern that is not supported'
  if (kind === 'choice' || kind === 'choices') {
    const values = choices.map(({ value }) => value)
    if (values.length === 0 || values.length > MOST_CHOICES) return `needs 1 to ${MOST_CHOICES} choices`
    if (new Set(values).size !== values.length) return 'has a choice twice'
  }
  if (kind === 'relation' && !field.table) return 'needs the table that it points to'
  if (kind === 'money' && !field.currency) return 'needs a currency'
  const { default: given } = field
  if (given === undefined || given === null || given === TOKENS[kind]) return undefined
  return readValue({ ...field, required: false }, given).fault
    ? 'has a default that it would refuse'
    : undefined
}
