import type { Field } from '../browser/fields/field.ts'
import { defaultValue, readValue } from '../browser/fields/read-value.ts'
import type { Fault, Value } from '../browser/fields/read-value.ts'
import { uniqueText } from '../browser/fields/unique-text.ts'
import type { TableDescription } from './description.ts'

/** A row in the form of `app.records`: values by slot, and by id of the field where there is none. None is left out. */
export type SlotRow = Record<string, Value | Record<string, Value>> & { extra: Record<string, Value> }

export interface FieldFault extends Fault {
  field: Field
}

export interface RowCheck {
  /** Id of the signed-in member, for the default `me`. */
  me?: string
  /** The values were typed into a form. */
  isTyped?: boolean
}

/**
 * Checks all values of a new row and adds the defaults of the fields that it does not name.
 * @param values by name of the field; other names are ignored, so check them before
 */
export function checkRow(
  table: TableDescription,
  values: Readonly<Record<string, unknown>>,
  { me, isTyped = false }: RowCheck = {},
): { row: SlotRow; faults?: undefined } | { row?: undefined; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const row: SlotRow = { extra: {} }
  for (const field of table.fields) {
    const given = Object.hasOwn(values, field.name) ? values[field.name] : defaultValue(field, me)
    const { value, fault } = readValue(field, given, isTyped)
    if (fault) faults.push({ field, ...fault })
    else putValue(row, field, value)
  }
  return faults.length > 0 ? { faults } : { row }
}

/** Puts a checked value where its field is stored. */
export function putValue(row: SlotRow, { id, slot, unique_slot }: Field, value: Value): void {
  if (unique_slot) row[unique_slot] = value === null ? null : uniqueText(value)
  if (slot) row[slot] = value
  else if (value !== null) row.extra[id] = value
}

/** Slots and `extra` of a table's rows, in the order of an insert. */
export function storedColumns(fields: readonly Field[]): string[] {
  return [
    ...fields.flatMap(({ slot, unique_slot }) => [slot, unique_slot].filter((name) => name !== undefined)),
    'extra',
  ]
}
