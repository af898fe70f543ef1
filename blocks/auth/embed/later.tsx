import { type ComponentType, useEffect, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { texts } from './texts/spoken.ts'

export interface LaterProps<P> {
  /** Loads the view; the same function at each render. */
  load: () => Promise<ComponentType<P>>
  /** What the view is given. */
  view: P
}

/** A view that few visitors see: its script comes when it is turned to. The frame keeps its height meanwhile. */
export function Later<P extends object>({ load, view }: LaterProps<P>) {
  const [loaded, setLoaded] = useState<{ View: ComponentType<P> } | null>(null)
  const [failed, setFailed] = useState(0)
  const [tries, setTries] = useState(0)

  useEffect(() => {
    let wanted = true
    load().then(
      (View) => wanted && setLoaded({ View }),
      () => wanted && setFailed((count) => count + 1),
    )
    return () => {
      wanted = false
    }
  }, [load, tries])

  if (loaded) return <loaded.View {...view} />
  if (failed <= tries) return null
  return (
    <Note
      tone="danger"
      role="alert"
      action={<Button onClick={() => setTries(failed)}>{texts.tryAgain}</Button>}
    >
      {texts.errors.codes['network']}
    </Note>
  )
}
