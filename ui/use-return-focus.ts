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
      const first =
        markedStart(event.target) ??
        chosenRadio(event.target) ??
        readOnlyDialog(event.target) ??
        startOfStep(event.target)
      if (!first) return
      event.preventDefault()
      first.focus()
      if (first instanceof HTMLInputElement) first.select()
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
  const first = firstOf(window)
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
  return firstOf(window)?.matches('.bb-dialog-close') ? window : null
}

/** In a dialog that takes the place of another, the button that leads back comes first, but is not what to begin with. */
const startOfStep = (window: EventTarget | null): HTMLElement | null =>
  window instanceof HTMLElement && window.querySelector('.bb-dialog-back') ? firstOf(window) : null

/** The first control of a dialog, except the button that leads back. */
const firstOf = (window: Element): HTMLElement | null =>
  window.querySelector<HTMLElement>(
    ':is(input, button, select, textarea, a[href], [tabindex="0"], [contenteditable]):not(.bb-dialog-back, :disabled)',
  )
