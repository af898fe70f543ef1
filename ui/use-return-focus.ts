import { useRef } from 'react'

/**
 * Gives the focus back to where it was when a window opened. The window's library does so only for a trigger of
 * its own, and ours are opened by state. Spread the result on the window's content.
 */
export function useReturnFocus() {
  const from = useRef<Element | null>(null)
  return {
    onOpenAutoFocus(event: Event) {
      from.current = document.activeElement
      const first = beginning(event.target) ?? chosenRadio(event.target) ?? windowToRead(event.target)
      if (!first) return
      event.preventDefault()
      first.focus()
    },
    onCloseAutoFocus(event: Event) {
      if (!(from.current instanceof HTMLElement) || !from.current.isConnected) return
      event.preventDefault()
      from.current.focus()
    },
  }
}

/** Where a window itself says that it begins, by `data-begin`: the heading of a step, below the way to all steps. */
const beginning = (window: EventTarget | null): HTMLElement | null =>
  window instanceof Element ? window.querySelector<HTMLElement>('[data-begin]') : null

/** A window that begins with radio buttons begins at the chosen one, as the Tab key does; the library takes the first. */
function chosenRadio(window: EventTarget | null): HTMLInputElement | null {
  if (!(window instanceof Element)) return null
  const first = window.querySelector('input, button, select, textarea, a[href]')
  return first?.matches('[type=radio]')
    ? window.querySelector<HTMLInputElement>('[type=radio]:checked')
    : null
}

/** A window with nothing to fill in is read: the name of its Close button would lie on what it says. */
function windowToRead(window: EventTarget | null): HTMLElement | null {
  if (!(window instanceof HTMLElement)) return null
  const first = window.querySelector(
    'input, button, select, textarea, a[href], [tabindex="0"], [contenteditable]',
  )
  return first?.matches('.bb-dialog-close') ? window : null
}
