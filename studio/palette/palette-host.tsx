import { Suspense, useEffect } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { showOverlay, useOverlay } from './open-palette.ts'
import { overlayOf } from './overlay-key.ts'

const Windows = lazy(() => import('./windows.tsx'), 'over')

/** Waits for the keys that open the palette and the list of keys, and opens them; their code comes with the first press. */
export function PaletteHost() {
  const overlay = useOverlay()

  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const asked = overlayOf(event)
      if (!asked) return
      event.preventDefault()
      if (overlay) showOverlay(overlay === asked ? undefined : asked)
      // A window that is open has something half done in it.
      else if (!document.querySelector('[role$=dialog]')) showOverlay(asked)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [overlay])

  return overlay ? (
    <Suspense>
      <Windows overlay={overlay} />
    </Suspense>
  ) : null
}
