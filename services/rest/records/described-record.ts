import type { Field } from '#kernel/browser/fields/field.ts'
import type { Catalogue, Table } from '../catalogue/catalogue.ts'
import type { DescribedColumn, DescribedTable } from '../openapi/types.ts'

/** Columns that every own table has, and whose values the server writes. */
const COMMENTS: Record<string, string> = {
  created_by: 'The member who added the row',
  team_id: 'The team that the row belongs to',
  approved: 'Whether visitors see the row; the staff set it',
}

/** A tenant's own tables for the API description, with the fields that the caller may use. */
export function describedRecords({ tables }: Catalogue): DescribedTable[] {
  const names = new Map(
    [...tables.values()].flatMap(({ name, record }) =>
      record ? [[record.description.id, name] as const] : [],
    ),
  )
  return [...tables.values()].flatMap((table) => (table.record ? [described(table, names)] : []))
}

function described({ name, columns, record }: Table, names: ReadonlyMap<string, string>): DescribedTable {
  return {
    name,
    comment: record!.description.title,
    reads: true,
    inserts: true,
    updates: true,
    deletes: true,
    columns: [...columns.values()].map((column): DescribedColumn => {
      const field = record!.fields.get(column.name)
      const isKey = column.name === 'id'
      return {
        name: column.name,
        type: column.type,
        comment: field ? commentOf(field) : (COMMENTS[column.name] ?? null),
        nullable: field ? !field.required : !isKey && ['created_by', 'team_id'].includes(column.name),
        reads: true,
        default: isKey || !field?.default ? null : JSON.stringify(field.default),
        longest: field?.kind === 'text' ? (field.max ?? null) : null,
        values: field?.kind === 'choice' ? (field.choices ?? []).map(({ value }) => value) : null,
        key: isKey,
        refers: referenceOf(field, names),
      }
    }),
  }
}

const commentOf = ({ title, help }: Field) => (help ? `${title}: ${help}` : title)

function referenceOf(field: Field | undefined, names: ReadonlyMap<string, string>) {
  const table = field?.kind === 'relation' && field.table ? names.get(field.table) : undefined
  return table ? { table, column: 'id' } : null
}
