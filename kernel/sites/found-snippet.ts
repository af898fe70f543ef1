import type { Tag } from './tags.ts'

/** A block of ours that stands on a page. */
export interface FoundBlock {
  block: string
  tenant: string
  /** `data-env`, as it is written. */
  env: string
  /** `data-theme`, as it is written. */
  theme: string
  /** `data-id`: which of the creator's own blocks. */
  id: string
  /** Pixels that are kept free for it, as it is written; 0 where it leaves that to the script. */
  height: number
  /** `data-target`: the selector of another place on the page. */
  target: string
  /** The tag of ours that names it; undefined where an element does. */
  script: FoundScript | undefined
}

/** A tag of ours that loads the script. */
export interface FoundScript {
  src: string
  origin: string
  /** `1.2.0` of a pinned address; undefined for the one that moves. */
  version: string | undefined
  nonce: string | undefined
  attributes: ReadonlyMap<string, string>
}

/** What a page holds of ours. */
export interface FoundSnippet {
  scripts: FoundScript[]
  /** Tags of ours whose `type` keeps browsers from running them, until a consent or an optimiser lets them. */
  held: FoundScript[]
  blocks: FoundBlock[]
  /** The snippet stands on the page as words: a builder took it for text. */
  asText: boolean
  /** A manager of tags is on the page, whose tags no reader of the page sees. */
  tagManager: boolean
}

/** The address of the script as the loader itself knows it (embed/loader/base.ts). */
const SCRIPT = /^(https?:\/\/[^/@]+)\/v(1(?:\.\d+\.\d+)?)\/bb\.js(?:[?#]|$)/
/** What browsers run (HTML, "JavaScript MIME type essence match"), in the forms that are in use. */
const RUN = /^(|module|(text|application)\/(x-)?(java|ecma)script)$/i
/** Where consent banners and optimisers keep the address of a script that is to wait. */
const KEPT_ADDRESS = ['src', 'data-src', 'data-rocket-src', 'data-litespeed-src', 'data-cookieblock-src']
/** What an address of ours holds, as it is written. */
const OURS = 'bb.js'
/** Addresses that are looked at closer; a page with more is made to have them, and each costs as much as it is long. */
const MOST_ADDRESSES = 200

/** Our script and blocks in a page, as its HTML has them before anything runs; relative addresses count from `self`. */
export function findSnippet(html: string, tags: readonly Tag[], self: URL): FoundSnippet {
  const scripts: FoundScript[] = []
  const held: FoundScript[] = []
  const blocks: FoundBlock[] = []
  const scriptOf = scriptReader(self)
  for (const { name, attributes } of tags) {
    const read = (key: string) =>
      attributes.get(`data-bb-${key}`) ?? attributes.get(`data-${key}`) ?? attributes.get(key) ?? ''
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
        height: Number.parseFloat(read('height') || minHeightOf(attributes)) || 0,
        target: read('target'),
        script: found,
      })
  }
  // Elements without a key of their own take the one of the tag that runs.
  const first = tags.find(({ name, attributes }) => name === 'script' && attributes.has('data-tenant'))
  for (const block of blocks) block.tenant ||= first?.attributes.get('data-tenant') ?? ''
  return {
    scripts,
    held,
    blocks,
    asText: /&lt;script(?:(?!&lt;|<)[\s\S]){0,600}\/bb\.js/i.test(html),
    tagManager: /googletagmanager\.com\/gtm\.js|assets\.adobedtm\.com|cdn\.segment\.com/.test(html),
  }
}

const minHeightOf = (attributes: ReadonlyMap<string, string>): string =>
  /min-height:\s*(\d{1,5})px/i.exec(attributes.get('style') ?? '')?.[1] ?? ''

function scriptReader(self: URL) {
  let looked = 0
  return (attributes: ReadonlyMap<string, string>): FoundScript | undefined => {
    for (const name of KEPT_ADDRESS) {
      const written = attributes.get(name)
      if (!written?.includes(OURS) || ++looked > MOST_ADDRESSES) continue
      const src = URL.parse(written, self)?.href ?? ''
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
