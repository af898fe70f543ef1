import type { Field, FieldKind } from '#kernel/browser/fields/field.ts'
import { slotType } from '#kernel/browser/fields/slots.ts'
import type { TableDescription, TenantTables } from '#kernel/records/description.ts'
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

/** Type in the API of a field without a slot, and its SQL on the value in `extra`. */
const EXTRA: Partial<Record<FieldKind, [type: string, base: string]>> = {
  yes_no: ['boolean', 'bool'],
  choices: ['text[]', '_text'],
  file: ['jsonb', 'jsonb'],
  image: ['jsonb', 'jsonb'],
  number: ['double precision', 'float8'],
  money: ['double precision', 'float8'],
  rating: ['double precision', 'float8'],
  position: ['double precision', 'float8'],
  date: ['date', 'date'],
  date_time: ['timestamp with time zone', 'timestamptz'],
  relation: ['uuid', 'uuid'],
  person: ['uuid', 'uuid'],
}
const TEXT: [string, string] = ['text', 'text']

const OWN: Record<string, [type: string, base: string]> = {
  id: ['uuid', 'uuid'],
  created_at: ['timestamp with time zone', 'timestamptz'],
  updated_at: ['timestamp with time zone', 'timestamptz'],
  created_by: ['uuid', 'uuid'],
  team_id: ['uuid', 'uuid'],
  approved: ['boolean', 'bool'],
}

/** A tenant's own table with the fields that a caller may use. */
export function recordTable(
  tenant: TenantTables,
  description: TableDescription,
  isVisible: (field: Field) => boolean,
): Table {
  const fields = description.fields.filter(isVisible)
  const { id, ...more } = OWN
  const columns = [
    column('id', id!, (rows) => `${rows}.id`),
    ...fields.map((field) => column(field.name, typeOf(field), (rows) => fieldSql(field, rows))),
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

function column(name: string, [type, base]: [string, string], stored: (rows: string) => string): Column {
  return { name, type, base, default: null, readers: undefined, stored }
}

const typeOf = ({ kind }: Field): [string, string] => EXTRA[kind] ?? TEXT

/** A field's value as an expression on a row of `app.records`. Ids and slots were checked by `describeTable`. */
function fieldSql(field: Field, rows: string): string {
  if (field.slot) return `${rows}.${field.slot}`
  const [type] = typeOf(field)
  if (type === 'jsonb') return `(${rows}.extra->'${field.id}')`
  if (type === 'text[]') return `app.json_texts(${rows}.extra->'${field.id}')`
  const text = `(${rows}.extra->>'${field.id}')`
  return type === 'text' ? text : `${text}::${type}`
}

/** SQL type of a column of `app.records` that a statement writes. */
export function storedType(column: string): string {
  if (column === 'extra') return 'jsonb'
  if (column === 'approved') return 'boolean'
  return column === 'id' ? 'uuid' : slotType(column)
}
