import { type RefObject, useEffect, useState } from 'react'

/** Whether the element has been visible. */
export function useIsSeen(of: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!of.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      setSeen(true)
      observer.disconnect()
    })
    observer.observe(of.current)
    return () => observer.disconnect()
  }, [of])
  return isSeen
}
