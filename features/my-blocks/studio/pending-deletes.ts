import { useSyncExternalStore } from 'react'
import { SIGNING_OUT } from '#studio/signing-out.ts'

/** What is being deleted: hidden from lists at once, taken from the server when nobody wants it back. */
export interface PendingDelete {
  id: string
  /** Deletes it for good; rejects where that failed. */
  commit: () => Promise<unknown>
  /** Does the same while the page goes away, where nothing can be waited for. */
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

/** Hides it now; `settleDelete` or `takeBack` says what becomes of it. */
export function beginDelete(wish: PendingDelete): void {
  pending.set(wish.id, wish)
  hide(new Set(hidden).add(wish.id))
  for (const last of ['pagehide', SIGNING_OUT]) globalThis.addEventListener?.(last, leave)
}

/** Shows it again. @returns false where it is too late */
export function takeBack(id: string): boolean {
  if (!pending.delete(id)) return false
  show(id)
  return true
}

/** Deletes it for good, unless it was taken back; where the server refuses, it is shown again and the error thrown. */
export async function settleDelete(id: string): Promise<void> {
  const wish = pending.get(id)
  if (!wish) return
  pending.delete(id)
  try {
    await wish.commit()
  } catch (error) {
    show(id)
    throw error
  }
}

function watch(onChange: () => void) {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/** Ids that no list shows. */
export const useHiddenBlocks = () => useSyncExternalStore(watch, hiddenBlocks)
/** Ids of blocks that are shown no more while their deletion may still be undone. */
export const hiddenBlocks = () => hidden
