import { type ComponentType, type LazyExoticComponent, lazy as reactLazy, useEffect, useState } from 'react'
import { FailedRow } from './failed-row.tsx'
import { loadAgain } from './load-again.ts'

// What React asks of a lazy component; a part whose properties fit is refused by anything narrower.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyPart = ComponentType<any>
type Load<T> = () => Promise<{ default: T }>
type Where = 'place' | 'over' | 'quiet'

/**
 * React's `lazy`, for code that may not arrive: it is tried again, and where it still does not come a row stands in
 * its place that says so, tries once more by itself when the connection is back, and has a button. Nothing round it
 * breaks, nothing typed is lost.
 *
 * @param where `over` for what opens over the page (a dialog has no place in the text): the row stands at the bottom.
 * `quiet` for what nobody misses: no row
 */
export function lazy<T extends AnyPart>(load: Load<T>, where: Where = 'place'): LazyExoticComponent<T> {
  return reactLazy<T>(() =>
    loadAgain(load, 'default').catch(() => ({
      default: ((props: object) => <Missing load={load} where={where} props={props} />) as unknown as T,
    })),
  )
}

function Missing(missing: { load: Load<AnyPart>; where: Where; props: object }) {
  const { load, where, props } = missing
  const [Part, setPart] = useState<AnyPart>()
  const [busy, setBusy] = useState(false)

  async function tryAgain(onFailure?: () => void) {
    setBusy(true)
    try {
      const { default: Loaded } = await loadAgain(load, 'default')
      setPart(() => Loaded)
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

  if (Part) return <Part {...props} />
  if (where === 'quiet') return null
  return (
    <FailedRow
      message="This part could not be loaded. Check your connection."
      over={where === 'over'}
      busy={busy}
      // With a connection, what is missing has been replaced by a newer version: the page has to be, too.
      onRetry={() => void tryAgain(() => navigator.onLine && location.reload())}
    />
  )
}
