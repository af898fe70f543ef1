import { useCallback, useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { GridRow, RowSource, RowValues } from './row-source.ts'
import type { RowStore } from './row-store.ts'
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
import type { Change, Step, UndoStack } from './undo-stack.ts'

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

/** All changes of rows, with undo and redo. */
export function useGridActions(store: RowStore, source: RowSource): GridActions {
  const [stack, setStack] = useState<UndoStack>(EMPTY_STACK)
  const [pending, setPending] = useState(0)

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

  const record = (change: Change) => setStack((now) => recorded(now, change))

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

  async function apply(step: Step): Promise<void> {
    if (step.do === 'update') {
      await update(step.changes)
    } else if (step.do === 'remove') {
      await source.remove(step.ids)
      await store.refresh()
    } else {
      await source.restore(step.ids)
      await store.refresh()
    }
  }

  async function go(next: ReturnType<typeof undone>, verb: string): Promise<void> {
    if (!next) return
    setStack(next.stack)
    await busy(() => apply(next.step))
    toast.info(`${verb} ${next.label}`)
  }

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
      action: { label: 'Undo', onPress: () => void busy(() => apply(change.undo)) },
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
    undo: () => go(undone(stack), 'Undid the change of'),
    redo: () => go(redone(stack), 'Repeated the change of'),
    canUndo: stack.done.length > 0,
    canRedo: stack.undone.length > 0,
    isSaving: pending > 0,
  }
}

const pick = (row: GridRow, like: RowValues): RowValues =>
  Object.fromEntries(Object.keys(like).map((name) => [name, row[name] ?? null]))
