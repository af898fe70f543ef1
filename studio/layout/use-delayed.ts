import { useEffect, useState } from 'react'

/** Returns true once `isActive` has been true for `ms` milliseconds without interruption. */
export function useDelayed(ms: number, isActive: boolean): boolean {
  const [isOverdue, setIsOverdue] = useState(false)
  useEffect(() => {
    if (!isActive) return undefined
    const timer = setTimeout(() => setIsOverdue(true), ms)
    return () => {
      clearTimeout(timer)
      setIsOverdue(false)
    }
  }, [ms, isActive])
  return isOverdue
}
