import { isFileKind } from '../browser/fields/file-types.ts'
import type { Field, FieldKind } from '../browser/fields/field.ts'
import type { TableDescription } from './description.ts'

const FILE = '{ id: string; name: string; size: number; type: string; width?: number; height?: number }'
/** An upload by its id, or the file that the row has already. */
const WRITTEN_FILE = 'string | { id: string }'
const TYPES: Partial<Record<FieldKind, string>> = {
  number: 'number',
  money: 'number',
  rating: 'number',
  position: 'number',
  yes_no: 'boolean',
  choices: 'string[]',
  file: FILE,
  image: FILE,
}

/**
 * Types of a tenant's own tables for `createClient<Database>()` of the official client, in the form that its own generator writes.
 * @param tables in any order; they are sorted by name, so that equal tables give equal text
 */
export function tableTypes(tables: Iterable<TableDescription>): string {
  const sorted = [...tables].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const names = new Map(sorted.map(({ id, name }) => [id, name]))
  return `/** Own tables of a tenant. Made from their fields: generate it again when they change. */
export type Database = {
  public: {
    Tables: {
${sorted.map((table) => tableType(table, names)).join('')}    }
    Views: Record<never, never>
    Functions: Record<never, never>
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}
`
}

function tableType({ name, title, fields }: TableDescription, names: ReadonlyMap<string, string>): string {
  const row = [
    'id: string',
    ...fields.map((field) => `${field.name}: ${typeOf(field)}${field.required ? '' : ' | null'}`),
    'created_at: string',
    'updated_at: string',
    'created_by: string | null',
    'team_id: string | null',
    'approved: boolean',
  ]
  const written = (isUpdate: boolean) => [
    'id?: string',
    ...fields.map((field) => {
      const isGiven = !isUpdate && field.required && field.default === undefined
      return `${field.name}${isGiven ? '' : '?'}: ${isFileKind(field.kind) ? WRITTEN_FILE : typeOf(field)}${field.required ? '' : ' | null'}`
    }),
    'approved?: boolean',
  ]
  const block = (label: string, lines: string[]) =>
    `        ${label}: {\n${lines.map((line) => `          ${line}\n`).join('')}        }\n`
  return `      /** ${comment(title)} */
      ${name}: {
${block('Row', row)}${block('Insert', written(false))}${block('Update', written(true))}        Relationships: [
${fields.map((field) => relationship(name, field, names)).join('')}        ]
      }
`
}

function typeOf({ kind, choices = [] }: Field): string {
  if (kind === 'choice') return choices.map(({ value }) => JSON.stringify(value)).join(' | ') || 'string'
  return TYPES[kind] ?? 'string'
}

function relationship(
  table: string,
  { kind, name, table: target, unique }: Field,
  names: ReadonlyMap<string, string>,
) {
  const to = kind === 'relation' && target ? names.get(target) : undefined
  if (to === undefined) return ''
  return `          {
            foreignKeyName: '${table}_${name}_fkey'
            columns: ['${name}']
            isOneToOne: ${unique === true}
            referencedRelation: '${to}'
            referencedColumns: ['id']
          },
`
}

/** Titles are typed by people and must not end the comment. */
const comment = (title: string) => title.replaceAll('*/', '* /')
