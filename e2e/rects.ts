// Where things stand on a page, measured so that the figures can be compared.
import type { ElementHandle, Locator } from 'playwright-core'

/** Where `elements` stand, in CSS pixels, all in one moment: asked one by one, the page may have moved in between. */
export async function rectsOf(elements: readonly Locator[]): Promise<DOMRectReadOnly[]> {
  const handles = (await Promise.all(elements.map((one) => one.elementHandle()))) as ElementHandle<Element>[]
  const page = elements[0]!.page()
  return page.evaluate((all) => all.map((one) => one.getBoundingClientRect().toJSON()), handles)
}
