// Windows over the page, as keys meet them.
import type { Locator } from 'playwright-core'
import { expect } from '#testing/browser.ts'

/** Whether a window has hidden all that lies under it from screen readers; in the same moment it begins to hear keys. */
const isOnTop = (window: Element): boolean =>
  [...document.querySelectorAll('main, [role=dialog], [role=alertdialog]')].every(
    (one) => one === window || one.contains(window) || one.closest('[aria-hidden=true]') !== null,
  )

/**
 * Closes a window by Escape and waits until it has gone. It is painted a moment before it hears keys: pressed then, what
 * lies under it would close. And it goes by a step back in the history, which would end a visit that begins meanwhile.
 */
export async function escape(window: Locator): Promise<void> {
  await expect.poll(() => window.evaluate(isOnTop), 'the window hears keys').toBe(true)
  await window.page().keyboard.press('Escape')
  await expect(window).toBeHidden()
}
