import type { Field, FieldKind } from '#kernel/browser/fields/field.ts'
import { faultText } from '#kernel/browser/fields/fault-text.ts'
import type { Fault } from '#kernel/browser/fields/read-value.ts'
import { RestError } from '../errors/table.ts'

/** What PostgreSQL calls the types of values that it cannot read, with the SQLSTATE. */
const TYPES: Partial<Record<FieldKind, [type: string, code: string]>> = {
  number: ['double precision', '22P02'],
  money: ['double precision', '22P02'],
  rating: ['double precision', '22P02'],
  position: ['double precision', '22P02'],
  yes_no: ['boolean', '22P02'],
  date: ['date', '22007'],
  date_time: ['timestamp with time zone', '22007'],
  relation: ['uuid', '22P02'],
  person: ['uuid', '22P02'],
}

const MAX_ECHOED = 100

/** The error for a value that a field refuses, as PostgreSQL reports a native column with the same rule. */
export function fieldFault(table: string, field: Field, fault: Fault, input: unknown): RestError {
  const { name, kind, title } = field
  if (fault.code === 'required')
    return new RestError(
      400,
      '23502',
      `null value in column "${name}" of relation "${table}" violates not-null constraint`,
    )
  const type = fault.code === 'type' ? TYPES[kind] : undefined
  if (type) {
    const text = (typeof input === 'string' ? input : JSON.stringify(input)).slice(0, MAX_ECHOED)
    if (type[1] === '22007' && /^\s*\d{4}-\d\d-\d\d/.test(text))
      return new RestError(400, '22008', `date/time field value out of range: "${text}"`)
    return new RestError(400, type[1], `invalid input syntax for type ${type[0]}: "${text}"`)
  }
  return new RestError(
    400,
    '23514',
    `new row for relation "${table}" violates check constraint "${table}_${name}_check"`,
    { details: `${title} ${faultText(fault, field)}` },
  )
}
