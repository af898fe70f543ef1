import { useCallback, useEffect, useRef } from 'react'
import type { Place } from './routing/guarded-history.ts'
import { holdWork } from './routing/unsaved-work.ts'

/** Brought with the first change, so that the question can be asked without a connection too. */
export const loadQuestion = () => import('./routing/leave-dialog.tsx')

/**
 * Asks before typed text is lost: by a link, Back, signing out, a reload or a closed window.
 *
 *     const { isDirty } = form.formState
 *     const release = useUnsaved(isDirty, 'What you changed in this block is not saved.')
 *     … await save(); release(); navigate('/bolt/blocks')
 *
 * @param unsaved whether there is something to lose now
 * @param words what would be lost, one sentence
 * @param keptAt addresses at which the screen keeps it; every address of the same path unless given
 * @returns call it before you navigate after a save: the state that says so comes too late
 */
export function useUnsaved(unsaved: boolean, words: string, keptAt?: (next: Place) => boolean): () => void {
  const release = useRef<() => void>(undefined)
  const latest = useRef(keptAt)
  useEffect(() => {
    latest.current = keptAt
  })

  useEffect(() => {
    if (!unsaved) return undefined
    loadQuestion().catch(() => undefined)
    const here = location.pathname
    release.current = holdWork({
      words,
      keptAt: (next) => latest.current?.(next) ?? next.pathname === here,
    })
    return () => release.current?.()
  }, [unsaved, words])

  return useCallback(() => release.current?.(), [])
}
