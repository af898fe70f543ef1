import type { Role } from '#kernel/db/claims.ts'
import { defaultValue, readValue } from '#kernel/browser/fields/read-value.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { putValue } from '#kernel/records/check-row.ts'
import type { SlotRow } from '#kernel/records/check-row.ts'
import type { Column, Table } from '../catalogue/catalogue.ts'
import { errors } from '../errors/table.ts'
import { fieldFault } from './field-fault.ts'
import type { RecordSource } from './record-table.ts'

/** Rows to write, in the form of `app.records`. */
export interface StoredRows {
  json: string
  /** Columns of `app.records` in `json`, with `extra`. */
  columns: string[]
  /** Those among them that the request names; the others have defaults. */
  given: string[]
  /** Ids of the fields in `extra` that the request names. */
  givenExtra: string[]
  /** Ids of the fields in `extra` that have defaults. */
  otherExtra: string[]
  /** Relation fields that the request names: their rows must exist. */
  relations: StoredRelation[]
}

/** A relation field; without a slot its value is in `extra` by the field's id. */
export interface StoredRelation {
  id: string
  name: string
  slot: string | undefined
  tableId: string
}

export interface WriteContext {
  role: Role
  /** Id of the signed-in member. */
  me?: string
}

type Given = Record<string, unknown>

/**
 * Checks the rows of a body and adds the defaults of fields that it does not name.
 * @param columns that the request names
 * @param defaults a row that lacks one of them gets its default instead of null
 */
export function rowsToInsert(
  table: Table,
  columns: Column[],
  rows: Given[],
  { role, me }: WriteContext,
  defaults: boolean,
): StoredRows {
  const record = table.record!
  const names = new Set(columns.map(({ name }) => name))
  requireWritable(table, names, role)
  const given = record.description.fields.filter((field) => isNamed(record, field, names))
  const others = record.description.fields.filter((field) => !given.includes(field))
  // A hidden field without a value must not reveal itself by being required.
  const isHidden = ({ name }: Field) => !record.fields.has(name)
  const preset = others.map((field): [Field, Value] => [field, defaultValue(field, me)])
  const missing = preset.find(([field, value]) => field.required && value === null && !isHidden(field))
  if (missing && rows.length > 0) throw fieldFault(table.name, missing[0], { code: 'required' }, null)
  const stored = rows.map((row) => {
    const result: SlotRow = { extra: {} }
    for (const field of given)
      putValue(
        result,
        field,
        valueIn(table.name, field, row, defaults ? () => defaultValue(field, me) : NOTHING),
      )
    for (const [field, value] of preset) putValue(result, field, value)
    return Object.assign(result, ownValues(table.name, names, row, defaults))
  })
  return {
    json: JSON.stringify(stored),
    columns: [...ownColumns(names), ...slotsOf([...given, ...others]), 'extra'],
    given: [...ownColumns(names), ...slotsOf(given)],
    ...parts(given, others),
  }
}

/** The changes of a PATCH. */
export function changesOf(table: Table, columns: Column[], row: Given, { role }: WriteContext): StoredRows {
  const record = table.record!
  const names = new Set(columns.map(({ name }) => name))
  requireWritable(table, names, role)
  const given = record.description.fields.filter((field) => isNamed(record, field, names))
  const stored: SlotRow = { extra: {} }
  for (const field of given) putValue(stored, field, valueIn(table.name, field, row, NOTHING))
  const all = [...ownColumns(names), ...slotsOf(given)]
  return {
    json: JSON.stringify(Object.assign(stored, ownValues(table.name, names, row, false))),
    columns: [...all, 'extra'],
    given: all,
    ...parts(given, []),
  }
}

const NOTHING = () => null

function parts(given: Field[], others: Field[]) {
  const extra = (fields: Field[]) => fields.filter(({ slot }) => !slot).map(({ id }) => id)
  return {
    givenExtra: extra(given),
    otherExtra: extra(others),
    relations: given.flatMap(({ kind, id, name, slot, table }) =>
      kind === 'relation' && table ? [{ id, name, slot, tableId: table }] : [],
    ),
  }
}

const isNamed = ({ fields }: RecordSource, { name }: Field, names: ReadonlySet<string>) =>
  names.has(name) && fields.has(name)

const slotsOf = (fields: Field[]) =>
  fields.flatMap(({ slot, unique_slot }) => [slot, unique_slot].filter((name) => name !== undefined))

const ownColumns = (names: ReadonlySet<string>) => ['id', 'approved'].filter((name) => names.has(name))

/** Times and authors are the server's; visitors do not approve rows. */
function requireWritable({ name: table }: Table, names: ReadonlySet<string>, role: Role): void {
  for (const name of ['created_at', 'updated_at', 'created_by', 'team_id'])
    if (names.has(name)) throw errors.notWritable(name)
  if (names.has('approved') && (role === 'anon' || role === 'end_user')) throw errors.noPrivilege(table)
}

function valueIn(table: string, field: Field, row: Given, missing: () => Value): Value {
  const input = Object.hasOwn(row, field.name) ? row[field.name] : missing()
  const { value, fault } = readValue(field, input)
  if (fault) throw fieldFault(table, field, fault, input)
  return value
}

const OWN_FIELDS = {
  id: { id: '', name: 'id', title: 'id', kind: 'relation', required: true },
  approved: { id: '', name: 'approved', title: 'approved', kind: 'yes_no', required: true },
} as const satisfies Record<string, Field>

/** @param defaults what staff add is approved, unless its row says otherwise */
function ownValues(
  table: string,
  names: ReadonlySet<string>,
  row: Given,
  defaults: boolean,
): Record<string, Value> {
  const named = (['id', 'approved'] as const).filter((name) => names.has(name))
  return Object.fromEntries(
    named.map((name) => [
      name,
      valueIn(table, OWN_FIELDS[name], row, name === 'approved' && defaults ? () => true : NOTHING),
    ]),
  )
}
