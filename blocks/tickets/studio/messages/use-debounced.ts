import { useEffect, useState } from 'react'

/** A value as it was when it had not changed for a while. Values are compared by content. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])
  return settled
}
