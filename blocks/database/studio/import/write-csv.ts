import { csvCell } from '#kernel/browser/csv-cell.ts'
import { OWN_COLUMNS } from '#kernel/browser/fields/field.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { valueText } from '#kernel/browser/fields/value-text.ts'
import { currencyExponent } from '#kernel/browser/money.ts'
import { choiceText, joinChoices } from './choice-text.ts'

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/

/** Columns at the end of an export that an import leaves out: a row without values is still a row. */
export const EXPORTED_OWN = ['id', 'created_at'] as const

/** The first line of an export: titles of the fields, or names where a title is not unique. */
export function csvHead(fields: readonly Field[]): string {
  const titles = [...fields.map(({ title }) => title.trim().toLowerCase()), ...OWN_COLUMNS]
  const isShared = (title: string) => titles.indexOf(title) !== titles.lastIndexOf(title)
  const named = fields.map(({ name, title }, at) => csvCell(isShared(titles[at]!) ? name : title))
  return [...named, ...EXPORTED_OWN].join(',')
}

/**
 * A row of an export. No cell runs as a formula, and importing the file gives the same values again (`readCell`): an empty
 * text is `""`, no value is nothing. Files are not imported.
 */
export function csvRow(fields: readonly Field[], row: Record<string, unknown>): string {
  const own = EXPORTED_OWN.map((name) => csvCell((row[name] ?? null) as string | null))
  return [...fields.map((field) => cell(field, (row[field.name] ?? null) as Value)), ...own].join(',')
}

function cell(field: Field, value: Value): string {
  if (value === null) return ''
  if (value === '') return '""'
  const text = cellText(field, value)
  // A negative number is no formula, and an apostrophe would make it a text.
  return typeof value === 'number' && NUMBER.test(text) ? text : csvCell(text)
}

/** A value as people write it: money in whole units, choices by title, files by name. */
export function cellText(field: Field, value: Value): string {
  if (value === null) return ''
  if (field.kind === 'money') return majorUnits(Number(value), field.currency)
  if (field.kind === 'yes_no') return value ? 'yes' : 'no'
  if (field.kind === 'choice') return choiceText(field, value as string)
  if (field.kind === 'choices')
    return joinChoices((value as readonly string[]).map((each) => choiceText(field, each)))
  return valueText(value)
}

function majorUnits(minorUnits: number, currency = 'eur'): string {
  const digits = currencyExponent(currency)
  const sign = minorUnits < 0 ? '-' : ''
  const text = String(Math.abs(minorUnits)).padStart(digits + 1, '0')
  return sign + (digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text)
}
