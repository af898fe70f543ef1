import { type ComponentType, useEffect, useState } from 'react'
import { loadAgain } from './load-again.ts'
import { onFirstToast } from './toast.ts'

const RETRY_MS = 2000
/** Soon enough to be there when it is needed, late enough not to stand in the way of the first screen. */
const IDLE_MS = 3000

/**
 * Stands once near the root. Brings the toaster's code when the page has come to rest (unless told to wait for the
 * first toast), or with the first toast; what cannot be loaded is tried again, and never takes the screen with it.
 */
export function ToastHost({ wait }: { wait?: boolean }) {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = () => {
      clearTimeout(timer)
      loadAgain(() => import('./toaster.tsx'), 'default').then(
        (module) => setToaster(() => module.default),
        () => {
          timer = setTimeout(load, RETRY_MS)
        },
      )
    }
    if (!wait) timer = setTimeout(load, IDLE_MS)
    const stop = onFirstToast(load)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [wait])
  return Toaster ? <Toaster /> : null
}
