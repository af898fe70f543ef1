import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the element has been visible.
 * @param ahead how far below the window it already counts, as a CSS length
 */
export function useIsSeen(of: RefObject<Element | null>, ahead = '0px'): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!of.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        setSeen(true)
        observer.disconnect()
      },
      { rootMargin: `0px 0px ${ahead}` },
    )
    observer.observe(of.current)
    return () => observer.disconnect()
  }, [of, ahead])
  return isSeen
}
