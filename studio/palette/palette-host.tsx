import { Suspense, useEffect } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { NeedsQueries } from '../queries.tsx'
import { showOverlay, useOverlay } from './open-palette.ts'
import { overlayOf } from './overlay-key.ts'

const Palette = lazy(() => import('./palette.tsx'), 'over')
const KeysDialog = lazy(() => import('./keys-dialog.tsx'), 'over')

const WINDOW = '[role=dialog], [role=alertdialog]'
const FIELD = 'input, textarea, select, [contenteditable=true]'

/** Waits for the keys that open the palette and the list of keys, and opens them; their code comes with the first press. */
export function PaletteHost() {
  const overlay = useOverlay()

  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const typing = event.target instanceof Element && event.target.closest(FIELD) !== null
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, isComposing } = event
      const asked = overlayOf({
        key,
        ctrlKey,
        metaKey,
        altKey,
        shiftKey,
        defaultPrevented,
        isComposing,
        typing,
      })
      if (!asked) return
      event.preventDefault()
      if (overlay) return showOverlay(overlay === asked ? undefined : asked)
      // A window that is open has something half done in it.
      if (!document.querySelector(WINDOW)) showOverlay(asked)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [overlay])

  if (!overlay) return null
  return (
    <Suspense>
      {overlay === 'keys' ? (
        <KeysDialog />
      ) : (
        <NeedsQueries>
          <Palette />
        </NeedsQueries>
      )}
    </Suspense>
  )
}
