// Keyboard handling of dialogs and other overlays.
import type { Locator } from 'playwright-core'
import { expect } from '#testing/browser.ts'

/** Whether an overlay has hidden the content below from screen readers; from then on it also handles keys. */
const isOnTop = (window: Element): boolean =>
  // A panel beside a list hides nothing.
  (window.matches('[data-side-panel]') && document.querySelectorAll('[role$=dialog]').length === 1) ||
  [...document.querySelectorAll('main, [role=dialog], [role=alertdialog]')].every(
    (one) => one === window || one.contains(window) || one.closest('[aria-hidden=true]') !== null,
  )

/**
 * Closes an overlay with Escape and waits until it has disappeared. An overlay is painted shortly before it
 * handles keys; an earlier key press would close what is below it. It closes with a step back in the history,
 * which would cancel a navigation that starts meanwhile.
 */
export async function escape(window: Locator): Promise<void> {
  await expect.poll(() => window.evaluate(isOnTop), 'the window hears keys').toBe(true)
  await window.page().keyboard.press('Escape')
  await expect(window).toBeHidden()
}
