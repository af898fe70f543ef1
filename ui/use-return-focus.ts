import { useRef } from 'react'

/**
 * Returns focus to the previously focused element when a dialog closes. The dialog library does so only for
 * its own trigger component, but our dialogs open by state. Spread the result on the dialog's content.
 */
export function useReturnFocus() {
  const from = useRef<Element | null>(null)
  return {
    onOpenAutoFocus(event: Event) {
      from.current = document.activeElement
      const first = markedStart(event.target) ?? chosenRadio(event.target) ?? readOnlyDialog(event.target)
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

/** The element that the dialog marks with `data-begin`, for example a step's heading below the step list. */
const markedStart = (window: EventTarget | null): HTMLElement | null =>
  window instanceof Element ? window.querySelector<HTMLElement>('[data-begin]') : null

/**
 * If the first field is a radio button, focus the selected one, as the Tab key does; the library focuses the
 * first.
 */
function chosenRadio(window: EventTarget | null): HTMLInputElement | null {
  if (!(window instanceof Element)) return null
  const first = window.querySelector('input, button, select, textarea, a[href]')
  return first?.matches('[type=radio]')
    ? window.querySelector<HTMLInputElement>('[type=radio]:checked')
    : null
}

/**
 * A dialog without fields gets the focus itself. Focusing its Close button would cover the text with the
 * tooltip.
 */
function readOnlyDialog(window: EventTarget | null): HTMLElement | null {
  if (!(window instanceof HTMLElement)) return null
  const first = window.querySelector(
    'input, button, select, textarea, a[href], [tabindex="0"], [contenteditable]',
  )
  return first?.matches('.bb-dialog-close') ? window : null
}
