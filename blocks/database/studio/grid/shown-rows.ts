import type { Group } from './grouping.ts'
import type { GridRow, RowValues } from './row-source.ts'
import type { RowWindow } from './row-window.ts'

/** The lines of a grid: rows, and the heads of groups. Their places are those on the screen. */
export interface ShownRows {
  /** Grows with each change. */
  readonly version: number
  /** Lines; undefined before the first response. */
  readonly total: number | undefined
  /** Rows of the query, also of groups that are closed; undefined before the first response. */
  readonly rowCount: number | undefined
  /** Why the last request failed, until one succeeds. */
  readonly error: Error | undefined
  subscribe: (listener: () => void) => () => void
  /** The row in a line; undefined while it is loaded, and for the head of a group. */
  row: (line: number) => GridRow | undefined
  /** The group whose head is in a line. */
  head: (line: number) => GroupHead | undefined
  /** Number of the row in a line, from 1, in its group. */
  number: (line: number) => number
  /** The line of a loaded row that is shown. */
  indexOf: (id: string) => number | undefined
  isChangedByOthers: (id: string) => boolean
  load: (window: RowWindow) => Promise<void>
  refresh: () => Promise<void>
  patch: (id: string, values: RowValues) => number
  put: (row: GridRow, time?: number) => void
  revert: (id: string, time: number) => void
  /** Opens or closes a group. */
  toggle: (group: Group) => void
}

export interface GroupHead {
  group: Group
  isOpen: boolean
}
