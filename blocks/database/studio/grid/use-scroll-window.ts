import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ShownRows } from './shown-rows.ts'
import { rowWindow, scrollToRow } from './row-window.ts'

/** Rows that fly past while the user scrolls fast are not loaded. */
const SETTLED_MS = 80

/**
 * Which rows a scrolled box shows, and loads them when scrolling rests. Pass `setBox` as the ref of the box.
 * @param headHeight pixels above the rows that stay in view
 */
export function useScrollWindow(store: ShownRows, total: number, rowHeight: number, headHeight: number) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [seen, setSeen] = useState({ top: 0, height: 0 })
  const window = useMemo(() => rowWindow(seen.top, seen.height, rowHeight, total), [seen, rowHeight, total])

  useEffect(() => {
    if (!box) return undefined
    // Whole rows: positions between them show the same.
    const measure = () => {
      const top = Math.floor(box.scrollTop / rowHeight) * rowHeight
      const height = box.clientHeight - headHeight
      setSeen((now) => (now.top === top && now.height === height ? now : { top, height }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    box.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', measure)
    }
  }, [box, rowHeight, headHeight])

  useEffect(() => {
    const timer = setTimeout(() => void store.load(window), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [store, window])

  const show = useCallback(
    (row: number) => {
      if (box)
        box.scrollTo({ top: scrollToRow(box.scrollTop, box.clientHeight - headHeight, rowHeight, row) })
    },
    [box, headHeight, rowHeight],
  )
  return { box, setBox, window, show, pageRows: Math.max(1, Math.floor(seen.height / rowHeight) - 1) }
}
