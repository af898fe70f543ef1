import { useSyncExternalStore } from 'react'
import { SIGNING_OUT } from '#studio/session/signing-out.ts'

/** Pending deletions: hidden from lists immediately, deleted on the server once the undo period ends. */
export interface PendingDelete {
  id: string
  /** Deletes it permanently; rejects on failure. */
  commit: () => Promise<unknown>
  /** Does the same while the page unloads, without waiting for a response. */
  commitOnLeaving: () => void
}

const pending = new Map<string, PendingDelete>()
let hidden: ReadonlySet<string> = new Set()
const watchers = new Set<() => void>()

function hide(next: ReadonlySet<string>) {
  hidden = next
  for (const onChange of watchers) onChange()
}
const show = (id: string) => hide(new Set([...hidden].filter((each) => each !== id)))

function leave() {
  for (const each of pending.values()) each.commitOnLeaving()
  pending.clear()
}

/** Hides it immediately; `settleDelete` or `undoDelete` completes or undoes the deletion. */
export function startDelete(pendingDelete: PendingDelete): void {
  pending.set(pendingDelete.id, pendingDelete)
  hide(new Set(hidden).add(pendingDelete.id))
  for (const last of ['pagehide', SIGNING_OUT]) globalThis.addEventListener?.(last, leave)
}

/** Shows it again. @returns false if it is too late */
export function undoDelete(id: string): boolean {
  if (!pending.delete(id)) return false
  show(id)
  return true
}

/**
 * Deletes it permanently, unless the deletion was undone. If the server refuses, it is shown again and the
 * error is thrown.
 */
export async function settleDelete(id: string): Promise<void> {
  const pendingDelete = pending.get(id)
  if (!pendingDelete) return
  pending.delete(id)
  try {
    await pendingDelete.commit()
  } catch (error) {
    show(id)
    throw error
  }
}

function watch(onChange: () => void) {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/** Ids hidden from all lists. */
export const useHiddenBlocks = () => useSyncExternalStore(watch, hiddenBlocks)
/** Ids of blocks that are hidden while their deletion can still be undone. */
export const hiddenBlocks = () => hidden
