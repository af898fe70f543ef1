import { useCallback, useRef, useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { GridRow, RowSource, RowValues } from './row-source.ts'
import type { ShownRows } from './shown-rows.ts'
import {
  EMPTY_STACK,
  cellsChanged,
  countOf,
  recorded,
  redone,
  rowsAdded,
  rowsRemoved,
  undone,
} from './undo-stack.ts'
import type { Change, Move, Step, UndoStack } from './undo-stack.ts'

export interface CellChange {
  id: string
  values: RowValues
}

export interface GridActions {
  /** Writes cells. They appear at once, and go back if the server refuses. @returns whether it took all of them */
  edit: (changes: readonly CellChange[]) => Promise<boolean>
  /** @returns the new rows; undefined if the server refused them, which the user was told */
  add: (rows: readonly RowValues[]) => Promise<GridRow[] | undefined>
  remove: (rows: readonly GridRow[]) => Promise<void>
  undo: () => Promise<void>
  redo: () => Promise<void>
  canUndo: boolean
  canRedo: boolean
  /** Requests that have no response yet. */
  isSaving: boolean
}

const PARALLEL = 4

/** `undone` or `redone`. */
type Find = (stack: UndoStack, change?: Change) => Move | undefined

/** All changes of rows, with undo and redo. */
export function useGridActions(store: ShownRows, source: RowSource): GridActions {
  const [stack, showStack] = useState<UndoStack>(EMPTY_STACK)
  const [pending, setPending] = useState(0)
  const latest = useRef(stack)
  const lastMove = useRef(Promise.resolve())

  const busy = useCallback(async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setPending((count) => count + 1)
    try {
      return await work()
    } catch (error) {
      toast.error('Not saved', callErrorText(error, error instanceof Error ? error.message : String(error)))
      return undefined
    } finally {
      setPending((count) => count - 1)
    }
  }, [])

  function setStack(next: UndoStack) {
    latest.current = next
    showStack(next)
  }
  const record = (change: Change) => setStack(recorded(latest.current, change))

  /** Updates rows, a few at a time. @returns those that the server took */
  async function update(changes: readonly CellChange[]): Promise<CellChange[]> {
    const saved: CellChange[] = []
    const queue = [...changes]
    let failure: unknown
    const shownAt = new Map(changes.map(({ id, values }) => [id, store.patch(id, values)]))
    async function work() {
      for (let next = queue.shift(); next; next = queue.shift())
        try {
          store.put(await source.update(next.id, next.values), shownAt.get(next.id))
          saved.push(next)
        } catch (error) {
          failure = error
          store.revert(next.id, shownAt.get(next.id)!)
        }
    }
    await Promise.all(Array.from({ length: PARALLEL }, work))
    if (failure)
      toast.error('Not saved', failure instanceof Error ? failure.message : 'The server refused the change.')
    return saved
  }

  const shownValues = (changes: readonly CellChange[]): CellChange[] =>
    changes.flatMap(({ id, values }) => {
      const row = store.row(store.indexOf(id) ?? -1)
      return row ? [{ id, values: pick(row, values) }] : []
    })

  /** @returns whether the server took all of it; otherwise the user was told */
  async function apply(step: Step): Promise<boolean> {
    if (step.do === 'update') return (await update(step.changes)).length === step.changes.length
    await (step.do === 'remove' ? source.remove(step.ids) : source.restore(step.ids))
    await store.refresh()
    return true
  }

  /** Undoes or repeats a change. */
  async function go(find: Find, verb: string, change?: Change): Promise<void> {
    const move = find(latest.current, change)
    if (!move || !(await busy(() => apply(move.step)))) return
    // The user may have made other changes meanwhile.
    setStack(find(latest.current, move.change)?.stack ?? latest.current)
    toast.info(`${verb} ${move.change.label}`)
  }
  /** Each waits for the one before, so that no change is undone twice. */
  const goInTurn: typeof go = (...move) => (lastMove.current = lastMove.current.then(() => go(...move)))
  const undo = (change?: Change) => goInTurn(undone, 'Undid the change of', change)

  async function remove(rows: readonly GridRow[]): Promise<void> {
    const ids = rows.map(({ id }) => id)
    const change = rowsRemoved(ids)
    const isDone = await busy(async () => {
      await source.remove(ids)
      await store.refresh()
      return true
    })
    if (!isDone) return
    record(change)
    toast.success(`${countOf(ids.length, 'row')} deleted`, 'Deleted rows stay in the trash for 30 days.', {
      action: { label: 'Undo', onPress: () => void undo(change) },
    })
  }

  return {
    async edit(changes) {
      const old = shownValues(changes)
      const saved = await busy(() => update(changes))
      if (!saved?.length) return false
      const ids = new Set(saved.map(({ id }) => id))
      record(
        cellsChanged(
          old.filter(({ id }) => ids.has(id)),
          saved,
        ),
      )
      return saved.length === changes.length
    },
    add: (rows) =>
      busy(async () => {
        const added = await source.insert(rows)
        record(rowsAdded(added.map(({ id }) => id)))
        await store.refresh()
        return added
      }),
    remove,
    undo: () => undo(),
    redo: () => goInTurn(redone, 'Repeated the change of'),
    canUndo: stack.done.length > 0,
    canRedo: stack.undone.length > 0,
    isSaving: pending > 0,
  }
}

const pick = (row: GridRow, like: RowValues): RowValues =>
  Object.fromEntries(Object.keys(like).map((name) => [name, row[name] ?? null]))
