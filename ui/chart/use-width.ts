import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width of an element in CSS pixels, 0 before it is known; follows its size. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return undefined
    // Told of its first size too, before anything is painted.
    const observer = new ResizeObserver(() => setWidth(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return width
}
