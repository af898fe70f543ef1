import type { Value } from './read-value.ts'
import { valueText } from './value-text.ts'

/**
 * A value as text for its unique slot, with the spelling of PostgreSQL's `::text`, because the database makes the copies of a field
 * that becomes unique.
 */
export function uniqueText(value: NonNullable<Value>): string {
  return typeof value === 'number' ? numberText(value) : valueText(value)
}

/** As `double precision` is written: an exponent below 1e-4 and from 1e15 on, with two digits at least. */
function numberText(value: number): string {
  const [digits, exponent] = value.toExponential().split('e') as [string, string]
  const power = Number(exponent)
  if (power >= -4 && power < 15) return String(value)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}
