import type { DataTable } from '#features/tables/endpoints.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { Table } from '#ui/lists/table.tsx'
import { ValueCell } from '../rows/value-cell.tsx'

export interface StrangerRowsProps {
  table: DataTable
  rows: readonly Record<string, unknown>[]
  columns: readonly string[]
}

/** Rows of a stranger may have no id, so their place names them. */
interface Shown {
  row: Record<string, unknown>
  at: number
}

const MOST_COLUMNS = 5

/** The first rows as a stranger got them. */
export function StrangerRows({ table, rows, columns }: StrangerRowsProps) {
  const shown = columns
    .filter((name) => table.fields.some((field) => field.name === name))
    .slice(0, MOST_COLUMNS)
  if (shown.length === 0) return null
  return (
    <div>
      <h3 className="mb-1 text-small font-label">The first rows that came back</h3>
      <Table<Shown>
        label="Rows that a stranger reads"
        readOnly
        rows={rows.map((row, at) => ({ row, at }))}
        rowKey={({ at }) => `${at}`}
        columns={shown.map((name) => ({
          title: name,
          render: ({ row }) => (
            <span className="line-clamp-1">
              <ValueCell field={fieldOf(table, name)} value={row[name]} />
            </span>
          ),
        }))}
      />
    </div>
  )
}

const fieldOf = ({ fields }: DataTable, name: string): Field => fields.find((field) => field.name === name)!
