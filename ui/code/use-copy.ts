import { useEffect, useRef, useState } from 'react'

export type CopyState = 'idle' | 'copied' | 'failed'

/**
 * Copies text to the clipboard and reports the outcome for `resetMs`.
 * @param resetMs how long the confirmation stays, in milliseconds
 */
export function useCopy(resetMs = 2000) {
  const [state, setState] = useState<CopyState>('idle')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(text: string): Promise<boolean> {
    clearTimeout(timer.current)
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setState(done ? 'copied' : 'failed')
    timer.current = setTimeout(() => setState('idle'), resetMs)
    return done
  }

  return { state, copy }
}
