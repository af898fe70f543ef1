import { useEffect, useState } from 'react'

/**
 * Counts down while something has to wait.
 * @param first seconds to wait from the start
 * @returns `left`, whole seconds (0: go on), and `wait(seconds)`, which begins anew
 */
export function useCountdown(first = 0): { left: number; wait: (seconds: number) => void } {
  const [until, setUntil] = useState(() => Date.now() + first * 1000)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const waits = left > 0

  useEffect(() => {
    if (!waits) return undefined
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [waits])

  function wait(seconds: number) {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return { left, wait }
}
