import { type ComponentType, useEffect, useState } from 'react'
import { loadWithRetry } from '../load-with-retry.ts'
import { onFirstToast } from './toast.ts'

const RETRY_MS = 2000
/** Delay before preloading the toaster, so that it does not compete with the first screen. */
const PRELOAD_DELAY_MS = 3000

/**
 * Render once near the root. Loads the toaster's code after `PRELOAD_DELAY_MS`, or with the first toast; with
 * `wait`, only with the first toast. A failed download is retried and never breaks the screen.
 */
export function ToastHost({ wait }: { wait?: boolean }) {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = () => {
      clearTimeout(timer)
      loadWithRetry(() => import('./toaster.tsx'), 'default').then(
        (module) => setToaster(() => module.default),
        () => {
          timer = setTimeout(load, RETRY_MS)
        },
      )
    }
    if (!wait) timer = setTimeout(load, PRELOAD_DELAY_MS)
    const stop = onFirstToast(load)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [wait])
  return Toaster ? <Toaster /> : null
}
