import type { FieldKind } from '../browser/fields/field.ts'

/** Types of a field in the API: as SQL names it, and as the catalog does (`_text`). */
const TYPES: Partial<Record<FieldKind, readonly [type: string, base: string]>> = {
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

export const fieldType = (kind: FieldKind): readonly [type: string, base: string] =>
  TYPES[kind] ?? ['text', 'text']

/** Columns that every own table has, after its fields; `id` comes before them. */
export const OWN_COLUMNS = {
  id: ['uuid', 'uuid'],
  created_at: ['timestamp with time zone', 'timestamptz'],
  updated_at: ['timestamp with time zone', 'timestamptz'],
  created_by: ['uuid', 'uuid'],
  team_id: ['uuid', 'uuid'],
  approved: ['boolean', 'bool'],
} as const satisfies Record<string, readonly [type: string, base: string]>

/** A value in `extra` as an expression. @param rows alias of a row of `app.records` @param id checked by `describeTable` */
export function extraSql(kind: FieldKind, id: string, rows: string): string {
  const [type] = fieldType(kind)
  if (type === 'jsonb') return `(${rows}.extra->'${id}')`
  if (type === 'text[]') return `app.json_texts(${rows}.extra->'${id}')`
  const text = `(${rows}.extra->>'${id}')`
  return type === 'text' ? text : `${text}::${type}`
}
