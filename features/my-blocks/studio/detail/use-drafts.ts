import { useState } from 'react'
import { readJsonObject, writeJson } from '#ui/json-editor/json-text.ts'
import { type BlockAccess, accessOf, withAccess } from '#features/my-blocks/kinds/access.ts'
import type { BlockRow } from '../block-row.ts'

/** A value being edited, and whether it is saved. */
export interface Draft<T> {
  value: T
  unsaved: boolean
  /** The saved value when the edit began. */
  base: T
  /** @param base the currently saved value, if it has changed together with the draft */
  set: (value: T, base?: T) => void
  /** Resets to the saved value. */
  reset: () => void
}

/** A value that follows the saved one until the user edits it. */
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

/** Unsaved edits of a block per tab, kept while the user switches tabs. */
export function useDrafts(block: BlockRow) {
  const title = useDraft(block.title)
  const access = useDraft<BlockAccess>(accessOf(block.data))
  const text = useDraft(writeJson(block.data))

  /** The settings are part of the data, too, so text being edited there receives them. */
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
