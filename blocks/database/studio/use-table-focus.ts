import { useEffect, useRef } from 'react'

/**
 * A table and the overview have the same path, so the layout does not move the focus between them: an opened table gets it, and
 * the way back leads to its row.
 */
export function useTableFocus(tableId: string | undefined): void {
  const before = useRef(tableId)
  useEffect(() => {
    const left = before.current
    before.current = tableId
    // Whoever chose something else in the meantime stays there.
    if (left === tableId || document.activeElement !== document.body) return
    const target = tableId ? '#main' : `[data-row="${left}"] .bb-row-open`
    document.querySelector<HTMLElement>(target)?.focus({ preventScroll: Boolean(tableId) })
  }, [tableId])
}
