import type { RowValues } from './row-source.ts'

/** One change of rows, which can be applied to a source. */
export type Step =
  | { do: 'update'; changes: readonly { id: string; values: RowValues }[] }
  /** From the trash, as they were: an insert would lose their author, their time and that they wait for approval. */
  | { do: 'restore'; ids: readonly string[] }
  | { do: 'remove'; ids: readonly string[] }

/** What the user did, with its opposite. */
export interface Change {
  /** For the user: `3 cells`, `1 row`. */
  label: string
  redo: Step
  undo: Step
}

const MOST = 100

/** Changes that can be undone, and those that were. */
export interface UndoStack {
  done: readonly Change[]
  undone: readonly Change[]
}

export const EMPTY_STACK: UndoStack = { done: [], undone: [] }

/** A new change cannot follow undone ones. */
export const recorded = ({ done }: UndoStack, change: Change): UndoStack => ({
  done: [...done, change].slice(-MOST),
  undone: [],
})

/** A step to apply, and the stack after it. */
export interface Move {
  change: Change
  step: Step
  stack: UndoStack
}

/** @param change the last one, if it is not given @returns undefined if there is nothing to undo, or that change was undone already */
export function undone({ done, undone: later }: UndoStack, change = done.at(-1)): Move | undefined {
  if (!change || !done.includes(change)) return undefined
  const stack = { done: done.filter((one) => one !== change), undone: [...later, change] }
  return { change, step: change.undo, stack }
}

/** @returns undefined if nothing was undone */
export function redone({ done, undone: later }: UndoStack, change = later.at(-1)): Move | undefined {
  if (!change || !later.includes(change)) return undefined
  const stack = { done: [...done, change], undone: later.filter((one) => one !== change) }
  return { change, step: change.redo, stack }
}

/** Editing cells: the opposite writes the values from before. */
export function cellsChanged(
  before: readonly { id: string; values: RowValues }[],
  after: readonly { id: string; values: RowValues }[],
): Change {
  const cells = after.reduce((sum, { values }) => sum + Object.keys(values).length, 0)
  return {
    label: countOf(cells, 'cell'),
    redo: { do: 'update', changes: after },
    undo: { do: 'update', changes: before },
  }
}

export const rowsRemoved = (ids: readonly string[]): Change => ({
  label: countOf(ids.length, 'row'),
  redo: { do: 'remove', ids },
  undo: { do: 'restore', ids },
})

/** Added rows that were undone are in the trash, so redoing restores them too. */
export const rowsAdded = (ids: readonly string[]): Change => ({
  label: countOf(ids.length, 'row'),
  redo: { do: 'restore', ids },
  undo: { do: 'remove', ids },
})

/** `1 row`, `2 rows`. */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
