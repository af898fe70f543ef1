import { useRef } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import type { FormView } from './data-types.ts'
import type { Typed } from './typed-answers.ts'

/** Milliseconds without typing after which a draft is stored. */
const PAUSE_MS = 800
/** Characters of a draft; longer ones are not stored. */
const MOST = 50_000

/** What a visitor typed so far, in the frame's own storage, so that they can go on later in this browser. */
export function useDraft(embed: EmbedApi | undefined, { id, fields }: FormView) {
  const name = `draft-${id}`
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return {
    read(): Typed {
      try {
        const stored = JSON.parse(embed?.keep.get(name) ?? '{}') as Typed
        // Fields that the form no longer asks for are left out.
        const known = new Set(fields.map((field) => field.id))
        return Object.fromEntries(Object.entries(stored).filter(([field]) => known.has(field)))
      } catch {
        return {}
      }
    },
    store(typed: Typed) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const text = JSON.stringify(typed)
        if (text.length <= MOST) embed?.keep.set(name, text)
      }, PAUSE_MS)
    },
    forget() {
      clearTimeout(timer.current)
      embed?.keep.set(name, null)
    },
  }
}
