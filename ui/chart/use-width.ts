import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width of an element in CSS pixels, 0 before it is known; follows its size. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return undefined
    const measure = () => setWidth(box.clientWidth)
    // The observer tells of the first size too, but what React does about it comes after a frame of the wrong height.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return width
}
