// Makes HTML from Word, Google Docs and web pages into what the editor's schema can read. The schema drops the rest.

/** Word's own elements and what never has text of the document. */
const REMOVED =
  'script, style, meta, link, title, xml, img:not([data-bb-path]), picture, svg, iframe, object, o\\:p'
/** A picture that was copied in the editor names its file and has no address, so nothing is loaded from elsewhere. */
const KEPT = ['href', 'style', 'alt', 'data-bb-path', 'data-bb-size']

/**
 * Parsed in a document of its own, in which nothing loads or runs.
 * @returns HTML in which Word's lists are lists
 */
export function cleanPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const each of body.querySelectorAll(REMOVED)) each.remove()
  makeWordLists(body)
  for (const each of body.querySelectorAll('*'))
    for (const name of each.getAttributeNames()) if (!KEPT.includes(name)) each.removeAttribute(name)
  return body.innerHTML
}

/** In Word's HTML, items of lists are paragraphs that begin with a drawn bullet or number, with their level in a style. */
function makeWordLists(body: HTMLElement): void {
  const lists: { element: HTMLElement; level: number }[] = []
  let before: Element | undefined
  for (const item of body.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    const level = Number(/level(\d+)/.exec(item.getAttribute('style') ?? '')?.[1] ?? 1)
    const mark = item.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]')
    const isNumbered = /^\s*\(?\w{1,3}[.)]/.test(mark?.textContent ?? '')
    mark?.remove()
    if (item.previousElementSibling !== before) lists.length = 0
    while (lists.length > 0 && lists.at(-1)!.level > level) lists.pop()
    if (lists.at(-1)?.level !== level) {
      const element = body.ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
      const around = lists.at(-1)?.element.lastElementChild
      if (around) around.append(element)
      else item.before(element)
      lists.push({ element, level })
    }
    const entry = body.ownerDocument.createElement('li')
    const paragraph = body.ownerDocument.createElement('p')
    paragraph.append(...item.childNodes)
    entry.append(paragraph)
    lists.at(-1)!.element.append(entry)
    item.remove()
    before = lists[0]!.element
  }
}
