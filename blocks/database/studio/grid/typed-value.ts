import type { Field } from '#kernel/browser/fields/field.ts'
import type { Reading } from '#kernel/browser/fields/read-value.ts'
import { possibleOrders } from '../import/date-text.ts'
import type { DateOrder } from '../import/date-text.ts'
import { possibleDecimals } from '../import/number-text.ts'
import { readCell } from '../import/read-cell.ts'

const locale = () => (typeof navigator === 'undefined' ? 'en-GB' : navigator.language)

/**
 * What was typed or pasted into a cell as a value of its field. One text alone decides its notation: `1,5` has a decimal comma,
 * and `3/4/2026` is read in the order of the user's country.
 */
export function readTyped(field: Field, text: string): Reading {
  const preferred: DateOrder = /^en-(US|PH)$/i.test(locale()) ? 'mdy' : 'dmy'
  const orders = possibleOrders([text])
  const order = orders.find((each) => each === preferred) ?? orders[0] ?? 'ymd'
  return readCell(
    field,
    text === '' ? null : text,
    { order, decimal: possibleDecimals([text])[0] ?? '.' },
    false,
  )
}
