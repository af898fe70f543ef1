/** An opening tag of a page; attribute names in lower case. */
export interface Tag {
  name: string
  attributes: ReadonlyMap<string, string>
  /** Content of the element, for scripts and styles. */
  text: string
}

/** Far more than a real page has; it bounds the memory that a malicious page can use. */
const MOST_TAGS = 20_000

/** Elements whose content is text and not tags. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'template', 'xmp'])
const NAME = /[a-z][^\s/>]*/iy
const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)\s*(=\s*)?/y
const UNQUOTED = /[^\s>]*/y

/**
 * Lists a page's tags in order, parsed like browsers do, in one pass. Nothing is executed; comments and script contents
 * are skipped. An unclosed comment or quote hides the rest, as it does in a browser.
 */
export function tagsOf(html: string): Tag[] {
  const tags: Tag[] = []
  let at = 0
  while (tags.length < MOST_TAGS && (at = html.indexOf('<', at)) >= 0) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      if (end < 0) break
      at = end + 3
      continue
    }
    NAME.lastIndex = at + 1
    const name = NAME.exec(html)?.[0].toLowerCase()
    if (!name) {
      at += 1
      continue
    }
    const { attributes, end } = attributesFrom(html, at + 1 + name.length)
    if (end < 0) break
    const tag = { name, attributes, text: '' }
    tags.push(tag)
    at = end
    if (!RAW.has(name)) continue
    const close = closingOf(html, name, at)
    tag.text = html.slice(at, close)
    at = close
  }
  return tags
}

/** @returns the position after `>`, or -1 if the tag is never closed */
function attributesFrom(html: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  let at = from
  for (;;) {
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(html)
    if (!found) break
    at = ATTRIBUTE.lastIndex
    let value = ''
    if (found[2] !== undefined) {
      const quote = html[at]
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1)
        if (end < 0) return { attributes, end: -1 }
        value = html.slice(at + 1, end)
        at = end + 1
      } else {
        UNQUOTED.lastIndex = at
        value = UNQUOTED.exec(html)![0]
        at += value.length
      }
    }
    const name = found[1]!.toLowerCase()
    if (!attributes.has(name)) attributes.set(name, decodeEntities(value))
  }
  const end = html.indexOf('>', at)
  return { attributes, end: end < 0 ? -1 : end + 1 }
}

/** Start of the element's closing tag; the end of the page if there is none. */
function closingOf(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }

/** Decodes the entities that URLs and keys use; a NUL is decoded as browsers do. */
export function decodeEntities(value: string): string {
  return value
    .replaceAll('\0', '\ufffd')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|quot|apos|lt|gt));/gi, (all, decimal, hex, name) => {
      if (name) return ENTITIES[(name as string).toLowerCase()]!
      const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
      // Lone surrogates are not characters, and the database's JSON rejects them.
      const half = code >= 0xd800 && code <= 0xdfff
      return code > 0 && code <= 0x10ffff && !half ? String.fromCodePoint(code) : all
    })
}
