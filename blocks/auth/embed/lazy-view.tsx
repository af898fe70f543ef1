import { type ComponentType, useEffect, useState } from 'react'
import { NotLoaded } from './not-loaded.tsx'

export interface LazyViewProps<P> {
  /** Loads the view. Must be the same function at each render. */
  load: () => Promise<ComponentType<P>>
  /** The view's props. */
  view: P
}

/** A rarely used view whose script loads on demand. The frame keeps its height meanwhile. */
export function LazyView<P extends object>({ load, view }: LazyViewProps<P>) {
  const [loaded, setLoaded] = useState<{ View: ComponentType<P> } | { why: unknown } | null>(null)

  useEffect(() => {
    let wanted = true
    load().then(
      (View) => wanted && setLoaded({ View }),
      (why: unknown) => wanted && setLoaded({ why }),
    )
    return () => {
      wanted = false
    }
  }, [load])

  if (!loaded) return null
  if ('View' in loaded) return <loaded.View {...view} />
  return <NotLoaded why={loaded.why} />
}
