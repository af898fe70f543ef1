import { useState } from 'react'
import { readJsonObject, writeJson } from '#ui/json-editor/json-text.ts'
import { type BlockAccess, accessOf, withAccess } from '#features/my-blocks/kinds/access.ts'
import type { BlockRow } from '../block-row.ts'

/** Something being changed: what it is now, and whether that is saved. */
export interface Draft<T> {
  value: T
  unsaved: boolean
  /** What was saved when the change began. */
  base: T
  /** @param base what is saved by now, where that has changed with it */
  set: (value: T, base?: T) => void
  /** Back to what is saved. */
  reset: () => void
}

/** One value that follows what is saved until somebody changes it. */
function useDraft<T>(saved: T): Draft<T> {
  const [typed, setTyped] = useState<{ value: T; base: T }>()
  const { value, base } = typed ?? { value: saved, base: saved }
  return {
    value,
    base,
    unsaved: JSON.stringify(value) !== JSON.stringify(saved),
    set: (next, nextBase = base) => setTyped({ value: next, base: nextBase }),
    reset: () => setTyped(undefined),
  }
}

/** What somebody changes in a block, tab by tab, kept while they look at the other tabs. */
export function useDrafts(block: BlockRow) {
  const title = useDraft(block.title)
  const access = useDraft<BlockAccess>(accessOf(block.data))
  const text = useDraft(writeJson(block.data))

  /** The settings stand in the data too: text that is being changed there takes them over. */
  function keepAccess(row: BlockRow) {
    access.reset()
    const read = readJsonObject(text.value)
    if (!text.unsaved || !('value' in read)) return
    text.set(writeJson(withAccess(read.value, accessOf(row.data))), writeJson(row.data))
  }
  return {
    title,
    access,
    text,
    keepAccess,
    unsaved: title.unsaved || access.unsaved || text.unsaved,
  }
}
