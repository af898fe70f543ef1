import type { Value } from './read-value.ts'

/** A value as text: for the unique slot, for CSV, and for a cell that is copied. */
export function valueText(value: Value): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object') return (value as { name: string }).name
  return String(value)
}
