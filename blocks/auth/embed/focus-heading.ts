import { useEffect, useRef } from 'react'

/**
 * For the heading of a view that took the place of what was pressed: focus goes there, so that keyboards go on from it
 * and screen readers read it. @param moved false where the view was there from the start: then nothing is taken
 */
export function useFocusedHeading(moved: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (moved) heading.current?.focus()
  }, [moved])
  return { ref: heading, tabIndex: -1 }
}
