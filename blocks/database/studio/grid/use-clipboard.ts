import type { ClipboardEvent } from 'react'
import { faultText } from '#kernel/browser/fields/fault-text.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { toast } from '#ui/toasts/toast.ts'
import { cellText } from '../import/write-csv.ts'
import { fillSize, fromClipboard, toClipboard } from './clipboard-text.ts'
import type { GridColumn } from './grid-view.ts'
import type { RowValues } from './row-source.ts'
import type { ShownRows } from './shown-rows.ts'
import { rectangleOf } from './selection.ts'
import type { Selection } from './selection.ts'
import { readTyped } from './typed-value.ts'
import type { CellChange, GridActions } from './use-grid-actions.ts'
import { countOf } from './undo-stack.ts'
import { isReadOnly } from './value-control.tsx'

/** More would be a table, which the export and the import are for. */
const MOST_CELLS = 20_000

/** Copies, cuts, pastes and clears the selected cells. */
export function useClipboard(
  store: ShownRows,
  actions: GridActions,
  columns: readonly GridColumn[],
  selection: Selection,
  select: (selection: Selection) => void,
) {
  const rectangle = rectangleOf(selection)

  function isTooLarge(): boolean {
    const cells = (rectangle.bottom - rectangle.top + 1) * (rectangle.right - rectangle.left + 1)
    if (cells > MOST_CELLS)
      toast.error('Too many cells', `Select at most ${countOf(MOST_CELLS, 'cell')}, or export the table.`)
    return cells > MOST_CELLS
  }

  async function selectedText(): Promise<string> {
    const { top, bottom, left, right } = rectangle
    await store.load({ first: top, end: bottom + 1 })
    const lines = Array.from({ length: bottom - top + 1 }, (_, at) => top + at)
    const rows = lines.filter((line) => !store.head(line)).map((line) => store.row(line))
    return toClipboard(
      rows.map((row) =>
        columns
          .slice(left, right + 1)
          .map(({ field }) => cellText(field, (row?.[field.name] ?? null) as Value)),
      ),
    )
  }

  async function copy(event: ClipboardEvent): Promise<void> {
    event.preventDefault()
    if (isTooLarge()) return
    try {
      await navigator.clipboard.writeText(await selectedText())
    } catch {
      toast.error('Not copied', 'The browser does not allow access to the clipboard.')
    }
  }

  /** Empties the selected cells. Required ones stay. */
  function clear(): void {
    if (isTooLarge()) return
    const fields = columns.slice(rectangle.left, rectangle.right + 1).map(({ field }) => field)
    const values = Object.fromEntries(
      fields.filter((field) => !field.required && !isReadOnly(field)).map(({ name }) => [name, null]),
    )
    if (Object.keys(values).length === 0) {
      toast.info('These fields must not be empty')
      return
    }
    void actions.edit(loadedRows(rectangle.top, rectangle.bottom).map(({ id }) => ({ id, values })))
  }

  const loadedRows = (top: number, bottom: number) =>
    Array.from({ length: bottom - top + 1 }, (_, at) => store.row(top + at)).filter(
      (row) => row !== undefined,
    )

  /** Pastes from the selection's first cell. Rows beyond the last one are added. A refused cell stops it all. */
  function paste(event: ClipboardEvent): void {
    event.preventDefault()
    const cells = fromClipboard(event.clipboardData.getData('text/plain'))
    const { top, left, bottom, right } = rectangle
    const size = fillSize(cells, { rows: bottom - top + 1, columns: right - left + 1 })
    const targets = columns.slice(left, left + size.columns)
    if (size.rows * targets.length > MOST_CELLS) {
      toast.error('Too many cells', 'Import the table as a file instead.')
      return
    }
    const changes: CellChange[] = []
    const added: RowValues[] = []
    let line = top - 1
    for (let at = 0; at < size.rows; at++) {
      do line++
      while (store.head(line))
      const source = cells[at % cells.length]!
      const values: RowValues = {}
      for (const [index, { field }] of targets.entries()) {
        if (isReadOnly(field)) continue
        const read = readTyped(field, source[index % source.length] ?? '')
        if (read.fault) {
          toast.error(
            'Not pasted',
            `Row ${store.number(line)}: ${field.title} ${faultText(read.fault, field)}.`,
          )
          return
        }
        values[field.name] = read.value
      }
      const row = store.row(line)
      if (row) changes.push({ id: row.id, values })
      else if (line >= (store.total ?? 0)) added.push(values)
    }
    if (changes.length > 0) void actions.edit(changes)
    if (added.length > 0) void actions.add(added)
    select({
      anchor: { row: line, column: left + targets.length - 1 },
      focus: { row: top, column: left },
    })
  }

  return {
    copy: (event: ClipboardEvent) => void copy(event),
    cut: (event: ClipboardEvent) => void copy(event).then(clear),
    paste,
    clear,
  }
}
