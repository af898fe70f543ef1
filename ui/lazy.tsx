import { type ComponentType, type LazyExoticComponent, lazy as reactLazy, useEffect, useState } from 'react'
import { loadFailedSheets } from './failed-sheets.ts'
import { FailedRow } from './lists/failed-row.tsx'
import { loadWithRetry } from './load-with-retry.ts'

// React's own constraint for lazy components; a narrower type rejects components with specific props.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyComponent = ComponentType<any>
type Load<T> = () => Promise<{ default: T }>
type Where = 'place' | 'over' | 'quiet'

/**
 * Like React's `lazy`, but survives failed downloads. It retries, then shows an error row with a retry
 * button, and tries again when the browser comes back online. The rest of the page keeps working and keeps
 * its input.
 *
 * @param where `over` for overlays such as dialogs: the row shows at the bottom of the window. `quiet` for
 * optional components: no error row
 */
export function lazy<T extends AnyComponent>(load: Load<T>, where: Where = 'place'): LazyExoticComponent<T> {
  const styled = () => loadFailedSheets().then(load)
  return reactLazy<T>(() =>
    loadWithRetry(styled, 'default').catch(() => ({
      default: ((props: object) => <Missing load={styled} where={where} props={props} />) as unknown as T,
    })),
  )
}

function Missing(missing: { load: Load<AnyComponent>; where: Where; props: object }) {
  const { load, where, props } = missing
  const [LoadedComponent, setLoadedComponent] = useState<AnyComponent>()
  const [busy, setBusy] = useState(false)

  async function tryAgain(onFailure?: () => void) {
    setBusy(true)
    try {
      const { default: Loaded } = await loadWithRetry(load, 'default')
      setLoadedComponent(() => Loaded)
    } catch {
      onFailure?.()
    }
    setBusy(false)
  }

  useEffect(() => {
    const onOnline = () => void tryAgain()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  })

  if (LoadedComponent) return <LoadedComponent {...props} />
  if (where === 'quiet') return null
  return (
    <FailedRow
      message="This section couldn't be loaded. Check your connection."
      over={where === 'over'}
      busy={busy}
      // If the browser is online, a newer release has replaced the missing file, so reload the page.
      onRetry={() => void tryAgain(() => navigator.onLine && location.reload())}
    />
  )
}
