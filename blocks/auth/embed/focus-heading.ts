import { useEffect, useRef } from 'react'

/**
 * For the heading of a view that replaced the one with the pressed button: moves focus there, so that
 * keyboard users continue from it and screen readers announce it. @param moved false when the view was there
 * from the start; focus then stays where it is
 */
export function useFocusedHeading(moved: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (moved) heading.current?.focus()
  }, [moved])
  return { ref: heading, tabIndex: -1 }
}
