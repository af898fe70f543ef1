import { useEffect, useRef } from 'react'

/**
 * A table and the overview have the same path, so the layout does not move the focus between them. An opened table gets the focus,
 * and its row gets it when the user returns.
 */
export function useTableFocus(tableId: string | undefined): void {
  const before = useRef(tableId)
  useEffect(() => {
    const left = before.current
    before.current = tableId
    // A user who moved the focus in the meantime keeps it.
    if (left === tableId || document.activeElement !== document.body) return
    const target = tableId ? '#main' : `[data-row="${left}"] .bb-row-open`
    document.querySelector<HTMLElement>(target)?.focus({ preventScroll: Boolean(tableId) })
  }, [tableId])
}
