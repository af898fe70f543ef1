import { useRef } from 'react'

/**
 * Gives the focus back to where it was when a window opened. The window's library does so only for a trigger of
 * its own, and ours are opened by state. Spread the result on the window's content.
 */
export function useReturnFocus() {
  const from = useRef<Element | null>(null)
  return {
    onOpenAutoFocus() {
      from.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      if (!(from.current instanceof HTMLElement) || !from.current.isConnected) return
      event.preventDefault()
      from.current.focus()
    },
  }
}
