import type { Field } from '#kernel/browser/fields/field.ts'
import { slotType } from '#kernel/browser/fields/slots.ts'
import type { TableDescription, TenantTables } from '#kernel/records/description.ts'
import { OWN_COLUMNS, extraSql, fieldType } from '#kernel/records/field-types.ts'
import type { Column, Table } from '../catalogue/catalogue.ts'

/** What makes a table one of a tenant's own: its rows are in `app.records` (docs/decisions/064). */
export interface RecordSource {
  tenant: TenantTables
  description: TableDescription
  /** Fields that the caller may read and write, by name. */
  fields: ReadonlyMap<string, Field>
  /** The columns as expressions on a row of `app.records`, for statements that change rows. */
  stored: ReadonlyMap<string, Column>
}

/** A tenant's own table with the fields that a caller may use. */
export function recordTable(
  tenant: TenantTables,
  description: TableDescription,
  isVisible: (field: Field) => boolean,
): Table {
  const fields = description.fields.filter(isVisible)
  const { id, ...more } = OWN_COLUMNS
  const columns = [
    column('id', id, (rows) => `${rows}.id`),
    ...fields.map((field) => column(field.name, fieldType(field.kind), (rows) => fieldSql(field, rows))),
    ...Object.entries(more).map(([name, type]) => column(name, type, (rows) => `${rows}.${name}`)),
  ]
  return {
    name: description.name,
    key: ['id'],
    columns: new Map(columns.map(({ stored: _stored, ...named }) => [named.name, named])),
    computed: new Map(),
    record: {
      tenant,
      description,
      fields: new Map(fields.map((field) => [field.name, field])),
      stored: new Map(columns.map((each) => [each.name, each])),
    },
  }
}

function column(
  name: string,
  [type, base]: readonly [type: string, base: string],
  stored: (rows: string) => string,
): Column {
  return { name, type, base, default: null, readers: undefined, stored }
}

/** A field's value as an expression on a row of `app.records`. Ids and slots were checked by `describeTable`. */
function fieldSql({ id, kind, slot }: Field, rows: string): string {
  return slot ? `${rows}.${slot}` : extraSql(kind, id, rows)
}

/** SQL type of a column of `app.records` that a statement writes. */
export function storedType(column: string): string {
  if (column === 'extra') return 'jsonb'
  if (column === 'approved') return 'boolean'
  return column === 'id' ? 'uuid' : slotType(column)
}
