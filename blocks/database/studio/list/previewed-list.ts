import type { ListView } from '#blocks/database/embed/data-types.ts'
import type { ListedRow } from '#blocks/database/endpoints.ts'
import type { DataTable } from '#features/tables/endpoints.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { type Layout, type ListDesign, SORTED_KINDS } from '#kernel/browser/forms/list-design.ts'
import type { GridRow, RowQuery } from '../grid/row-source.ts'

/** The rows that a list with this design starts with. */
export function previewQuery(table: DataTable, { order, descending = true }: ListDesign): RowQuery {
  const field = table.fields.find(({ id }) => id === order)?.name ?? 'created_at'
  return {
    filters: table.approval ? [{ field: 'approved', operator: 'yes', value: '' }] : [],
    sorts: [{ field, isDescending: descending }],
  }
}

/** A draft as the list's page gets it: only fields that everyone may see. */
export function listViewOf(
  table: DataTable,
  { title, layout, design }: { title: string; layout: Layout; design: ListDesign },
): ListView {
  const known = new Map(table.fields.map((field) => [field.id, field]))
  const open = (ids: readonly string[]) =>
    ids.flatMap((id): Field[] => {
      const field = known.get(id)
      return field && !field.audience ? [field] : []
    })
  const fields = open(design.fields)
  const sortable = ({ kind }: Field) => design.sort === true && SORTED_KINDS.includes(kind)
  return {
    id: 'preview',
    title,
    layout,
    fields,
    search: design.search,
    filters: design.filters ?? [],
    sorts: fields.filter(sortable).map(({ id }) => id),
    details: design.details && open(design.details),
  }
}

/** A row of the data API with its values by id of the field. The page's links to files are missing. */
export function listedRow(table: DataTable, row: GridRow): ListedRow {
  const filled = table.fields.flatMap(({ id, name, kind }): [string, Value][] => {
    const value = row[name] as Value | undefined
    return isFileKind(kind) || value === null || value === undefined ? [] : [[id, value]]
  })
  return { id: row.id, values: Object.fromEntries(filled), created_at: row.created_at }
}
