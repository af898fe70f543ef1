/** What a page says: its title, its text in lines, and where it links to. */
export interface PageText {
  title: string
  text: string
  links: string[]
  /** `<meta name="robots" content="noindex">`. */
  isHidden: boolean
  canonical: string | undefined
}

/** Elements whose content is not what the page says. */
const LEFT_OUT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'object',
  'nav',
  'footer',
  'form',
  'select',
  'button',
  'head',
  'aside',
  'dialog',
])
/** Elements after which a line ends. */
const BLOCKS = new Set([
  'p',
  'div',
  'section',
  'article',
  'main',
  'header',
  'li',
  'ul',
  'ol',
  'dl',
  'dt',
  'dd',
  'tr',
  'table',
  'blockquote',
  'pre',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'figcaption',
  'summary',
  'details',
])
const RAW = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'template', 'xmp'])
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  euro: '€',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  shy: '',
  bull: '•',
  middot: '·',
  times: '×',
}
const MOST_TAGS = 50_000

/** Reads a page in one pass. Nothing of it runs, and its own `main` counts alone if there is one. */
export function pageText(html: string): PageText {
  const page: PageText = { title: '', text: '', links: [], isHidden: false, canonical: undefined }
  const body: string[] = []
  const main: string[] = []
  const skipped: string[] = []
  let depthOfMain = 0
  let at = 0
  const say = (text: string) => {
    if (skipped.length) return
    body.push(text)
    if (depthOfMain > 0) main.push(text)
  }
  for (let tags = 0; tags < MOST_TAGS; tags++) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    say(decoded(html.slice(at, open)))
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      if (end < 0) break
      at = end + 3
      continue
    }
    const [whole, slash, name = '', attributes = ''] = TAG.exec(html.slice(open, open + 8192)) ?? []
    if (whole === undefined) {
      say('<')
      at = open + 1
      continue
    }
    at = open + whole.length
    const tag = name.toLowerCase()
    if (BLOCKS.has(tag)) say('\n')
    if (!slash && tag === 'a') page.links.push(...linkOf(attributes))
    if (!slash && (tag === 'meta' || tag === 'link')) readMeta(page, tag, attributes)
    if (!slash && tag === 'title' && !page.title)
      page.title = decoded(html.slice(at, closeOf(html, tag, at)))
        .replace(/\s+/g, ' ')
        .trim()
    if (!slash && RAW.has(tag)) at = closeOf(html, tag, at)
    else if (LEFT_OUT.has(tag)) {
      if (!slash) skipped.push(tag)
      else if (skipped.includes(tag)) skipped.length = skipped.lastIndexOf(tag)
    } else if (tag === 'body') skipped.length = 0
    else if (tag === 'main') depthOfMain = Math.max(0, depthOfMain + (slash ? -1 : 1))
  }
  const text = tidy(main.join('')).length > 200 ? main : body
  return { ...page, title: page.title.slice(0, 300).toWellFormed(), text: tidy(text.join('')) }
}

const TAG = /^<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/i

function closeOf(html: string, tag: string, from: number): number {
  const end = html.toLowerCase().indexOf(`</${tag}`, from)
  return end < 0 ? html.length : end
}

const attributeOf = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(
    ` ${attributes}`,
  )
  const value = found?.[1] ?? found?.[2] ?? found?.[3]
  return value === undefined ? undefined : decoded(value)
}

function linkOf(attributes: string): string[] {
  const href = attributeOf(attributes, 'href')
  return href && !/\bnofollow\b/i.test(attributeOf(attributes, 'rel') ?? '') ? [href] : []
}

function readMeta(page: PageText, tag: string, attributes: string): void {
  if (tag === 'meta' && attributeOf(attributes, 'name')?.toLowerCase() === 'robots')
    page.isHidden ||= /noindex|none/i.test(attributeOf(attributes, 'content') ?? '')
  if (tag === 'link' && attributeOf(attributes, 'rel')?.toLowerCase() === 'canonical')
    page.canonical ??= attributeOf(attributes, 'href')
}

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (all, decimal, hex, name) => {
    if (name) return ENTITIES[name as string] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
    const half = code >= 0xd800 && code <= 0xdfff
    return code > 0 && code <= 0x10ffff && !half ? String.fromCodePoint(code) : all
  })

const tidy = (text: string): string =>
  text
    .replaceAll('\0', '')
    .replace(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed()
