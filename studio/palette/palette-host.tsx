import { Suspense, useEffect } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { showOverlay, useOverlay } from './overlay-state.ts'
import { overlayOf } from './overlay-key.ts'

const Windows = lazy(() => import('./overlay-content.tsx'), 'over')

/** Opens the palette and the shortcut list on key press. Their code is loaded on first use. */
export function PaletteHost() {
  const overlay = useOverlay()

  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const requested = overlayOf(event)
      if (!requested) return
      event.preventDefault()
      if (overlay) showOverlay(overlay === requested ? undefined : requested)
      // Don't open over a dialog: the user may be in the middle of something.
      else if (!document.querySelector('[role$=dialog]:not([data-side-panel])')) showOverlay(requested)
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
