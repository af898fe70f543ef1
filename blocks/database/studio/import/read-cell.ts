import { withoutGuard } from '#kernel/browser/csv-cell.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { readValue } from '#kernel/browser/fields/read-value.ts'
import type { Reading } from '#kernel/browser/fields/read-value.ts'
import { currencyExponent } from '#kernel/browser/money.ts'
import { isoDate } from './date-text.ts'
import type { DateOrder } from './date-text.ts'
import { plainNumber } from './number-text.ts'
import type { Decimal } from './number-text.ts'
import { choiceValue, splitChoices } from './choice-text.ts'
import { readYesNo } from './yes-no-text.ts'

/** How the texts of a column are written. */
export interface Notation {
  order: DateOrder
  decimal: Decimal
}

/**
 * A cell of a file as a value of a field. Texts of a file are values as people write them: money in whole units, dates in the
 * order of their country. Numbers and objects of JSON are values as the data API writes them.
 */
export function readCell(field: Field, cell: unknown, notation: Notation, isJson: boolean): Reading {
  if (typeof cell !== 'string') return readTyped(field, cell, isJson)
  const text = withoutGuard(cell)
  if (field.kind === 'text' || field.kind === 'long_text') return readValue(field, text)
  if (text.trim() === '') return readValue(field, null)
  return READERS[field.kind]?.(field, text, notation) ?? readValue(field, text, true)
}

function readTyped(field: Field, cell: unknown, isJson: boolean): Reading {
  if (field.kind === 'money' && typeof cell === 'number' && !isJson)
    return readValue(field, minorUnits(String(cell), field.currency))
  if (field.kind === 'yes_no' && typeof cell === 'number') return readValue(field, String(cell))
  if (field.kind === 'choice' && (typeof cell === 'number' || typeof cell === 'boolean'))
    return readValue(field, choiceValue(field, String(cell)) ?? cell)
  return readValue(field, cell ?? null)
}

type Reader = (field: Field, text: string, notation: Notation) => Reading | undefined

const readNumber: Reader = (field, text, { decimal }) => {
  const number = plainNumber(text, decimal)
  return number === undefined ? undefined : readValue(field, number)
}

const readDate: Reader = (field, text, { order }) => {
  const date = isoDate(text, order) ?? isoDate(text, 'ymd')
  if (date === undefined) return undefined
  return readValue(field, field.kind === 'date' ? date.replace(/T00:00:00.*$/, '') : date)
}

const READERS: Partial<Record<Field['kind'], Reader>> = {
  number: readNumber,
  position: readNumber,
  rating: readNumber,
  money: (field, text, { decimal }) => {
    const number = plainNumber(text, decimal)
    return number === undefined ? undefined : readValue(field, minorUnits(number, field.currency))
  },
  yes_no: (field, text) => readValue(field, readYesNo(text) ?? text),
  date: readDate,
  date_time: readDate,
  choice: (field, text) => readValue(field, choiceValue(field, text) ?? text),
  choices: (field, text) =>
    readValue(
      field,
      splitChoices(text).map((part) => choiceValue(field, part) ?? part),
    ),
}

/** A decimal text as minor units without floating point; the text itself if it has more decimals than the currency. */
function minorUnits(number: string, currency = 'eur'): number | string {
  const digits = currencyExponent(currency)
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(number) ?? []
  if (sign === undefined || /[1-9]/.test(fraction.slice(digits))) return 'too many decimals'
  return Number(`${sign}${whole}${fraction.slice(0, digits).padEnd(digits, '0')}`)
}
