/** A cell by its place on the screen: row of the query, column of the visible columns. */
export interface Place {
  row: number
  column: number
}

/** A rectangle of cells. `focus` is the active cell, `anchor` the opposite corner. */
export interface Selection {
  anchor: Place
  focus: Place
}

export interface Bounds {
  rows: number
  columns: number
  /** Rows of one screen, for Page Up and Page Down. */
  pageRows: number
}

export interface Rectangle {
  top: number
  bottom: number
  left: number
  right: number
}

export const at = (row: number, column: number): Selection => ({
  anchor: { row, column },
  focus: { row, column },
})

/** The rectangle of a selection, both corners included. */
export function rectangleOf({ anchor, focus }: Selection): Rectangle {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  }
}

export function contains({ top, bottom, left, right }: Rectangle, row: number, column: number): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

/** A key with its modifiers, as keyboard events have them. */
export interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

/**
 * Where a key moves the selection, as in spreadsheets: arrows by one cell, with Ctrl to the edge; Home and End in the row, with
 * Ctrl in the grid; Shift extends. Tab goes on in the next row, Enter in the column.
 * @returns undefined for keys that do not move
 */
export function move(selection: Selection, key: Key, bounds: Bounds): Selection | undefined {
  const isCtrl = key.ctrlKey || key.metaKey
  if (isCtrl && key.key.toLowerCase() === 'a')
    return { anchor: { row: bounds.rows - 1, column: bounds.columns - 1 }, focus: { row: 0, column: 0 } }
  if (key.key === 'Tab') return step(selection, key.shiftKey ? -1 : 1, 'column', bounds)
  if (key.key === 'Enter') return step(selection, key.shiftKey ? -1 : 1, 'row', bounds)
  const target = targetOf(selection.focus, key.key, isCtrl, bounds)
  if (!target) return undefined
  const focus = clamp(target, bounds)
  return { anchor: key.shiftKey ? selection.anchor : focus, focus }
}

function targetOf(
  { row, column }: Place,
  key: string,
  isCtrl: boolean,
  { rows, columns, pageRows }: Bounds,
): Place | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: isCtrl ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: isCtrl ? rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: isCtrl ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: isCtrl ? columns - 1 : column + 1 }
    case 'Home':
      return { row: isCtrl ? 0 : row, column: 0 }
    case 'End':
      return { row: isCtrl ? rows - 1 : row, column: columns - 1 }
    case 'PageUp':
      return { row: row - pageRows, column }
    case 'PageDown':
      return { row: row + pageRows, column }
    default:
      return undefined
  }
}

/** The next cell in reading order, or down the column. Past the ends nothing happens, so that Tab can leave the grid. */
function step(
  { focus: { row, column } }: Selection,
  by: 1 | -1,
  along: 'row' | 'column',
  bounds: Bounds,
): Selection | undefined {
  const isInRow = along === 'column' && column + by >= 0 && column + by < bounds.columns
  if (isInRow) return at(row, column + by)
  if (row + by < 0 || row + by >= bounds.rows) return undefined
  if (along === 'row') return at(row + by, column)
  return at(row + by, by > 0 ? 0 : bounds.columns - 1)
}

const clamp = ({ row, column }: Place, { rows, columns }: Bounds): Place => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
})
