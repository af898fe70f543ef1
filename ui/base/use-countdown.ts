import { useEffect, useState } from 'react'

/**
 * Counts down the seconds until an action is allowed.
 * @param first seconds to wait from the start
 * @returns `left`, whole seconds (0 when the wait is over), and `wait(seconds)`, which restarts the countdown
 */
export function useCountdown(first = 0): { left: number; wait: (seconds: number) => void } {
  const [until, setUntil] = useState(() => Date.now() + first * 1000)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const isWaiting = left > 0

  useEffect(() => {
    if (!isWaiting) return undefined
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [isWaiting])

  function wait(seconds: number) {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return { left, wait }
}
