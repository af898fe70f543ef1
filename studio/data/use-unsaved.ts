import { useCallback, useEffect, useRef } from 'react'
import type { NavigationTarget } from '../routing/guarded-history.ts'
import { registerUnsavedWork } from '../routing/unsaved-work.ts'

/** Preloads the dialog on the first change, so that it also works offline. */
export const loadQuestion = () => import('../routing/leave-dialog.tsx')

/**
 * Asks before unsaved input is lost by following a link, Back, signing out, reloading or closing the window.
 *
 *     const { isDirty } = form.formState
 *     const release = useUnsaved(isDirty, "Your changes to this block aren't saved.")
 *     … await save(); release(); navigate('/bolt/blocks')
 *
 * @param unsaved whether there is something to lose now
 * @param words one sentence that says what would be lost
 * @param keptAt returns true for URLs at which the input is kept; defaults to URLs with the same path
 * @returns a function to call after saving and before navigating, because `unsaved` is updated too late
 */
export function useUnsaved(
  unsaved: boolean,
  words: string,
  keptAt?: (next: NavigationTarget) => boolean,
): () => void {
  const release = useRef<() => void>(undefined)
  const latest = useRef(keptAt)
  useEffect(() => {
    latest.current = keptAt
  })

  useEffect(() => {
    if (!unsaved) return undefined
    loadQuestion().catch(() => undefined)
    const here = location.pathname
    release.current = registerUnsavedWork({
      message: words,
      isKeptAt: (next) => latest.current?.(next) ?? next.pathname === here,
    })
    return () => release.current?.()
  }, [unsaved, words])

  return useCallback(() => release.current?.(), [])
}
