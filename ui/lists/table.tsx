import './table.css'
import type { ReactNode } from 'react'
import { directionOf, nextSort } from './sort.ts'

export interface Column<Row> {
  title: string
  render: (row: Row) => ReactNode
  /** Numbers, prices and actions are right-aligned. */
  align?: 'right'
  /** What the list is sorted by when the head is clicked; the first click on a `-name` sorts descending. */
  sort?: string
  /** Renders the column as secondary text. */
  quiet?: boolean
  /**
   * Place in the two lines that a row has on a phone: `title` and `aside` begin and end the first line, `detail` and
   * `badge` the second. `hidden` columns are left out. Without places, each cell is a line of label and value.
   */
  phone?: 'title' | 'aside' | 'detail' | 'badge' | 'hidden'
}

export interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Rows without actions are less tall. */
  readOnly?: boolean
  /** The sort of the rows, such as `-amount`. */
  sort?: string | undefined
  /** Sorts the rows. Without it the heads are plain text. */
  onSort?: (sort: string) => void
}

/* The explicit roles keep the table semantics when CSS lays rows out as blocks on narrow screens. */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

/** A table. Under 640 px each row becomes two lines, or a list of labels and values. The first column names the row. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, readOnly, sort, onSort } = props
  return (
    <table
      className="bb-table"
      role="table"
      aria-label={label}
      data-readonly={readOnly ? '' : undefined}
      data-phone={columns.some(({ phone }) => phone) ? 'lines' : 'labels'}
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.title}
              role="columnheader"
              scope="col"
              data-align={column.align}
              aria-sort={column.sort && onSort ? directionOf(column.sort, sort) : undefined}
            >
              {column.sort && onSort ? (
                <button
                  type="button"
                  className="bb-sort"
                  onClick={() => onSort(nextSort(column.sort!, sort))}
                >
                  {column.title}
                </button>
              ) : (
                column.title
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" data-row={rowKey(row)}>
            {columns.map((column) => (
              <td
                key={column.title}
                role="cell"
                data-label={column.title}
                data-align={column.align}
                data-quiet={column.quiet ? '' : undefined}
                data-phone={column.phone}
              >
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
