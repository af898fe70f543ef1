/** An opening tag of a page, as its text stands; attribute names in lower case. */
export interface Tag {
  name: string
  attributes: ReadonlyMap<string, string>
  /** What stands between it and its end, of scripts and styles. */
  text: string
}

/** Far more than a page has; one made of nothing else holds no more memory for it. */
const MOST_TAGS = 20_000

/** Elements whose content is text and no tags. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'template', 'xmp'])
const NAME = /[a-z][^\s/>]*/iy
const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)\s*(=\s*)?/y
const UNQUOTED = /[^\s>]*/y

/**
 * The tags of a page in their order, read the way browsers do, in one pass: nothing is run, comments and the insides
 * of scripts are no tags. What never ends (a comment, a quote) hides the rest, as it does in a browser.
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

/** @returns the place after `>`, or -1 where the tag never ends */
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
    if (!attributes.has(name)) attributes.set(name, plain(value))
  }
  const end = html.indexOf('>', at)
  return { attributes, end: end < 0 ? -1 : end + 1 }
}

/** Where the element's closing tag begins; the end of the page where there is none. */
function closingOf(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }

/** A value without the entities that addresses and keys are written with; a NUL is read as browsers read it. */
function plain(value: string): string {
  return value
    .replaceAll('\0', '\ufffd')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|quot|apos|lt|gt));/gi, (all, decimal, hex, name) => {
      if (name) return ENTITIES[(name as string).toLowerCase()]!
      const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
      // Halves of a pair are no characters, and no JSON of the database holds them.
      const half = code >= 0xd800 && code <= 0xdfff
      return code > 0 && code <= 0x10ffff && !half ? String.fromCodePoint(code) : all
    })
}
