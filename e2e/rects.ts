// Measures the positions of elements on a page, so that they can be compared.
import type { ElementHandle, Locator } from 'playwright-core'

/**
 * Positions of `elements` in CSS pixels, all measured at once, because the page may move between two
 * measurements.
 */
export async function rectsOf(elements: readonly Locator[]): Promise<DOMRectReadOnly[]> {
  const handles = (await Promise.all(elements.map((one) => one.elementHandle()))) as ElementHandle<Element>[]
  const page = elements[0]!.page()
  return page.evaluate((all) => all.map((one) => one.getBoundingClientRect().toJSON()), handles)
}
