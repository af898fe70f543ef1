import { useEffect, useState } from 'react'

/** True once `going` has been so for `ms` without a break. */
export function useAfter(ms: number, going: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!going) return undefined
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [ms, going])
  return late
}
