import { useLayoutEffect, useRef } from 'react'
import { markCutEnds } from './mark-cut-ends.ts'

/**
 * Scrolls a row of tabs so that the active one is in its middle, as far as the row scrolls: on phones it may otherwise be
 * cut off. The page itself does not scroll. Ends that are cut off fade out.
 * @param active changes with the active tab
 * @returns the ref of the row
 */
export function useActiveTabInView<Row extends HTMLElement>(active: string) {
  const row = useRef<Row>(null)
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    // Someone who scrolled the row keeps it as it is.
    if (shown.current === active) return
    shown.current = active
    const tab = row.current?.querySelector('[aria-current="page"], [data-state="active"]')
    if (!tab) return
    const middle = (element: Element) => {
      const { left, width } = element.getBoundingClientRect()
      return left + width / 2
    }
    row.current!.scrollLeft += middle(tab) - middle(row.current!)
  }, [active])
  useLayoutEffect(() => (row.current ? markCutEnds(row.current) : undefined), [])
  return row
}
