import { useEffect, useRef } from 'react'

/**
 * A table or bucket and its overview have the same path, so the layout does not move the focus between them. What is opened gets the
 * focus, and its row gets it when the user returns.
 */
export function useTableFocus(id: string | undefined): void {
  const before = useRef(id)
  useEffect(() => {
    const left = before.current
    before.current = id
    // A user who moved the focus in the meantime keeps it.
    if (left === id || document.activeElement !== document.body) return
    const target = id ? '#main' : `[data-row="${left}"] .bb-row-open`
    document.querySelector<HTMLElement>(target)?.focus({ preventScroll: Boolean(id) })
  }, [id])
}
