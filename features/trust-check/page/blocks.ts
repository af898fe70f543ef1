import type { Tag } from './tags.ts'

/** A block of ours that stands on a page. */
export interface FoundBlock {
  block: string
  tenant: string
  /** `data-env`, as it is written. */
  env: string
}

/** What a page holds of ours. */
export interface FoundSnippet {
  /** Addresses of the script, one for each tag. */
  scripts: { src: string; origin: string; nonce: string | undefined }[]
  blocks: FoundBlock[]
  /** The snippet stands on the page as words: a builder took it for text. */
  asText: boolean
  /** A manager of tags is on the page, whose tags no reader of the page sees. */
  tagManager: boolean
}

/** The address of the script as the loader itself knows it (embed/loader/base.ts). */
const SCRIPT = /^(https?:\/\/[^/@]+)\/v1(?:\.\d+\.\d+)?\/bb\.js(?:[?#]|$)/

/** Our script and blocks in a page, as its HTML has them before anything runs; relative addresses count from `self`. */
export function findSnippet(html: string, tags: readonly Tag[], self: URL): FoundSnippet {
  const scripts: FoundSnippet['scripts'] = []
  const blocks: FoundBlock[] = []
  for (const { name, attributes } of tags) {
    const read = (key: string) =>
      attributes.get(`data-bb-${key}`) ?? attributes.get(`data-${key}`) ?? attributes.get(key) ?? ''
    const src = name === 'script' ? (URL.parse(attributes.get('src') ?? '', self)?.href ?? '') : ''
    const origin = SCRIPT.exec(src)?.[1]
    if (origin) scripts.push({ src, origin, nonce: attributes.get('nonce') })
    const isPlace = name === 'bb-block' || attributes.has('data-bb-block') || (origin && read('block'))
    if (isPlace) blocks.push({ block: read('block'), tenant: read('tenant'), env: read('env') })
  }
  // Elements without a key of their own take the one of the tag that runs.
  const first = tags.find(({ name, attributes }) => name === 'script' && attributes.has('data-tenant'))
  for (const block of blocks) block.tenant ||= first?.attributes.get('data-tenant') ?? ''
  return {
    scripts,
    blocks,
    asText: /&lt;script(?:(?!&lt;|<)[\s\S]){0,600}\/bb\.js/i.test(html),
    tagManager: /googletagmanager\.com\/gtm\.js|assets\.adobedtm\.com|cdn\.segment\.com/.test(html),
  }
}
