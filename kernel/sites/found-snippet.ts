import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import type { Tag } from './tags.ts'

/** One of our blocks found on a page. */
export interface FoundBlock {
  block: string
  tenant: string
  /** `data-env`, verbatim. */
  env: string
  /** `data-theme`, verbatim. */
  theme: string
  /** `data-id`: which custom block. */
  id: string
  attributes: ReadonlyMap<string, string>
  /** Reserved height in pixels, as written in the tag; 0 if the script reserves it. */
  height: number
  /** It has a `style`, which a strict policy refuses. */
  styled: boolean
  /** `data-target`: the selector of another place on the page. */
  target: string
  /** Our script tag that names it; undefined if an element does. */
  script: FoundScript | undefined
}

/** One of our tags that loads the script. */
export interface FoundScript {
  src: string
  origin: string
  /** Version of a pinned URL, such as `1.2.0`; undefined for an unpinned one. */
  version: string | undefined
  nonce: string | undefined
  attributes: ReadonlyMap<string, string>
}

/** Everything of ours that was found on a page. */
export interface FoundSnippet {
  scripts: FoundScript[]
  /** Our tags whose `type` keeps browsers from running them until a consent banner or an optimizer releases them. */
  held: FoundScript[]
  blocks: FoundBlock[]
  /** The snippet appears as visible text, because a builder escaped it. */
  asText: boolean
  /** The page has a tag manager, whose tags are not in the HTML. */
  tagManager: boolean
}

/** The script's URL pattern, as the loader itself knows it (embed/loader/base.ts), also of a bubble (embed/bubble/tag.ts). */
const SCRIPT = /^(https?:\/\/[^/@]+)\/v(1(?:\.\d+\.\d+)?)\/bb(?:-bubble)?\.js(?:[?#]|$)/
/** Script types that browsers run (HTML, "JavaScript MIME type essence match"), in their common forms. */
const RUN = /^(|module|(text|application)\/(x-)?(java|ecma)script)$/i
/** Attributes in which consent banners and optimizers store the URL of a deferred script. */
const KEPT_ADDRESS = ['src', 'data-src', 'data-rocket-src', 'data-litespeed-src', 'data-cookieblock-src']
/** Texts of which every URL of ours contains one. */
const OURS = ['bb.js', 'bb-bubble.js']
/** Maximum number of URLs examined. A page with more is malicious, and each costs time in proportion to its length. */
const MOST_ADDRESSES = 200

/** Finds our script and blocks in a page's static HTML. Relative URLs are resolved against `self`. */
export function findSnippet(html: string, tags: readonly Tag[], self: URL): FoundSnippet {
  const scripts: FoundScript[] = []
  const held: FoundScript[] = []
  const blocks: FoundBlock[] = []
  const scriptOf = scriptReader(self)
  for (const { name, attributes } of tags) {
    const read = (key: string) => readAttribute(attributes, key)
    const found = name === 'script' ? scriptOf(attributes) : undefined
    const runs = found && RUN.test(attributes.get('type')?.trim() ?? '') && attributes.has('src')
    if (found) (runs ? scripts : held).push(found)
    const isPlace =
      name === 'bb-block' || attributes.has('data-bb-block') || (runs && (read('block') || read('id')))
    if (isPlace)
      blocks.push({
        block: read('block') || (read('id') && 'my-block'),
        tenant: read('tenant'),
        env: read('env'),
        theme: read('theme'),
        id: read('id'),
        attributes,
        height: Number.parseFloat(read('height') || minHeightOf(attributes)) || 0,
        styled: attributes.has('style'),
        target: read('target'),
        script: found,
      })
  }
  // Elements without their own key use the one of the tag that runs.
  const first = tags.find(({ name, attributes }) => name === 'script' && attributes.has('data-tenant'))
  for (const block of blocks) block.tenant ||= first?.attributes.get('data-tenant') ?? ''
  return {
    scripts,
    held,
    blocks,
    asText: /&lt;script(?:(?!&lt;|<)[\s\S]){0,600}\/bb(?:-bubble)?\.js/i.test(html),
    tagManager: /googletagmanager\.com\/gtm\.js|assets\.adobedtm\.com|cdn\.segment\.com/.test(html),
  }
}

/** Reads an attribute of a tag or of an element that names a block, in each of its spellings. Empty if it is absent. */
export const readAttribute = (attributes: ReadonlyMap<string, string>, key: string): string =>
  attributes.get(`data-bb-${key}`) ?? attributes.get(`data-${key}`) ?? attributes.get(key) ?? ''

/**
 * The first block that is on the page twice for the same tenant. Two forms or lists are different blocks.
 * @param placeOf finds the manifest of a name
 */
export function repeatedBlock(
  blocks: readonly FoundBlock[],
  placeOf: (name: string) => Pick<BlockPlace, 'embed'> | undefined,
): FoundBlock | undefined {
  const seen = new Set<string>()
  return blocks.find(({ block, tenant, attributes }) => {
    const shows = placeOf(block)?.embed.shows
    const key = `${block} ${tenant} ${shows ? readAttribute(attributes, shows) : ''}`
    const again = seen.has(key)
    seen.add(key)
    return again
  })
}

const minHeightOf = (attributes: ReadonlyMap<string, string>): string =>
  /min-height:\s*(\d{1,5})px/i.exec(attributes.get('style') ?? '')?.[1] ?? ''

function scriptReader(self: URL) {
  let looked = 0
  return (attributes: ReadonlyMap<string, string>): FoundScript | undefined => {
    for (const name of KEPT_ADDRESS) {
      const written = attributes.get(name)
      if (!OURS.some((name) => written?.includes(name)) || ++looked > MOST_ADDRESSES) continue
      const src = URL.parse(written!, self)?.href ?? ''
      const [, origin, version] = SCRIPT.exec(src) ?? []
      if (origin)
        return {
          src,
          origin,
          version: version === '1' ? undefined : version,
          nonce: attributes.get('nonce'),
          attributes,
        }
    }
    return undefined
  }
}
