/* oxlint-disable jsx-a11y/prefer-tag-over-role -- see grid-table.tsx */
import { memo } from 'react'
import type { KeyboardEvent } from 'react'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { CellEditor } from './cell-editor.tsx'
import { CellValue, isNumeric, isOneText } from './cell-value.tsx'
import type { GridColumn } from './grid-view.ts'
import type { GridRow } from './row-source.ts'

/** The cell that is edited, and the text that started it. */
export interface Editing {
  row: number
  column: number
  typed: string | undefined
}

export interface GridRowProps {
  /** undefined while it is loaded. */
  row: GridRow | undefined
  /** Its line. */
  index: number
  /** From 1; in its group if there are groups. */
  number: number
  top: number
  /** Cells have more than one line. */
  isTall: boolean
  columns: readonly GridColumn[]
  template: string
  /** Id of the grid, which the ids of cells start with. */
  gridId: string
  /** Column of the active cell if it is in this row, else -1. */
  active: number
  /** Selected columns of this row; -1 for none. */
  left: number
  right: number
  editing: Editing | undefined
  isOpen: boolean
  isChanged: boolean
  /** The table has approval, and the row waits for it. */
  isWaiting: boolean
  mayApprove: boolean
  onApprove: (id: string) => void
  onOpen: (index: number) => void
  onCommit: (value: Value, key: KeyboardEvent | undefined) => void
  onCancel: () => void
}

/** Id of a cell, for `aria-activedescendant`. */
export const cellId = (gridId: string, row: number, column: number) => `${gridId}-${row}-${column}`

/** One row. It renders again only when something of itself changes, so that scrolling renders only new rows. */
export const GridRowView = memo(function GridRowView(props: GridRowProps) {
  const { row, index, number, top, columns, template, gridId, active, left, right, editing, onOpen } = props
  const { isTall, isWaiting } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="bb-grid-row"
      data-current={active >= 0 ? '' : undefined}
      data-open={props.isOpen ? '' : undefined}
      data-changed={props.isChanged ? '' : undefined}
      style={{
        transform: `translateY(${top}px)`,
        gridTemplateColumns: template,
        zIndex: editing ? 3 : undefined,
      }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="bb-grid-lead"
        data-waiting={isWaiting ? '' : undefined}
      >
        <span className="bb-grid-number">{number}</span>
        {row && isWaiting && props.mayApprove ? (
          <button
            type="button"
            tabIndex={-1}
            className="bb-grid-approve"
            aria-label={`Approve row ${number}`}
            title="Approve"
            onClick={() => props.onApprove(row.id)}
          />
        ) : null}
        {row ? (
          <button
            type="button"
            tabIndex={-1}
            className="bb-grid-open"
            data-row-id={row.id}
            aria-label={`Open row ${number}${isWaiting ? ', waiting for approval' : ''}`}
            onClick={() => onOpen(index)}
          />
        ) : null}
      </div>
      {columns.map(({ field }, column) => (
        <div
          key={field.id}
          role="gridcell"
          id={cellId(gridId, index, column)}
          aria-colindex={column + 2}
          aria-selected={column >= left && column <= right}
          className="bb-grid-cell"
          data-row={index}
          data-column={column}
          data-editing={editing?.column === column ? '' : undefined}
          data-active={column === active ? '' : undefined}
          data-number={isNumeric(field) ? '' : undefined}
          data-text={isOneText(field) ? '' : undefined}
        >
          {editing?.column === column && row ? (
            <CellEditor
              field={field}
              value={(row[field.name] ?? null) as Value}
              typed={editing.typed}
              onCommit={props.onCommit}
              onCancel={props.onCancel}
            />
          ) : row ? (
            isTall && isOneText(field) ? (
              <div className="bb-grid-lines">
                <CellValue field={field} value={row[field.name]} />
              </div>
            ) : (
              <CellValue field={field} value={row[field.name]} />
            )
          ) : (
            <span className="bb-grid-bone" />
          )}
        </div>
      ))}
    </div>
  )
})
