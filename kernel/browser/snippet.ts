import type { BlockPlace } from './block-manifest.ts'

/** The tenant fields that the snippet needs. */
export interface SnippetTenant {
  public_key: string
  /** A theme that the tags keep when the tenant's changes; without it they follow the tenant. */
  theme?: string
  /** The page has its own headings, so blocks leave out theirs. */
  heading?: 'none'
  mode: 'test' | 'live'
  /** Who signs in the tenant's visitors: `auth0`, else the tenant itself. */
  auth_provider?: string
}

/** The manifest fields that a tag needs. */
export interface NamedBlock {
  name: string
  embed: Pick<BlockPlace['embed'], 'height' | 'heightWithAuth0' | 'heightWithoutHeading' | 'shows'>
  /** What the block shows, by names that its manifest lists: `{ form: id }` becomes `data-form`. */
  attributes?: Readonly<Record<string, string>>
}

/** Value of `data-theme` for the tenant's own theme, whichever that is. */
const TENANT_THEME = 'tenant'

/** A block to embed: by its manifest, or a custom block by id with its height in pixels. */
export type SnippetBlock = NamedBlock | { id: string; height?: number }

/** Script hosts by mode, without a trailing slash. */
export type EmbedOrigins = Record<'test' | 'live', string>

/** A published release of the script, which pages can pin because it never changes. */
export interface Release {
  /** `1.2.0` */
  version: string
  /** `sha384-…`, the hash of its entry file. */
  integrity: string
}

/**
 * The embed code: one script tag per block. Each tag is a single line, because some site builders add line breaks to
 * tags that contain any.
 * @param blocks `snippetBlocks` of the registry for the code of spec §9
 */
export function embedSnippet(
  tenant: SnippetTenant,
  blocks: readonly NamedBlock[],
  origins: EmbedOrigins,
): string {
  const named = { ...tenant, theme: tenant.theme ?? TENANT_THEME }
  return blocks.map((block) => scriptTag(named, block, origins)).join('\n')
}

/** One block's tag; the block appears at the tag. @param target selector of another place on the page */
export function scriptTag(
  tenant: SnippetTenant,
  block: SnippetBlock,
  origins: EmbedOrigins,
  target?: string,
): string {
  const src = scriptAddress(tenant.mode, origins)
  const place = placeOf(tenant, block, target)
  return `<script async ${written({ src, ...dataOf(tenant, block, 'data-'), ...headingOf(tenant, block), ...place })}></script>`
}

/**
 * The tag of a button in the corner of the page, which opens the block in a dialog. It takes no space in the page, so that it can be
 * anywhere, such as in the footer of every page.
 */
export function bubbleTag(tenant: SnippetTenant, block: NamedBlock, origins: EmbedOrigins): string {
  const data = dataOf(tenant, block, 'data-')
  // Of the dialog's frame, until it has loaded.
  const height = { 'data-height': String(heightOf(tenant, block)) }
  return `<script async ${written({ src: `${origins[tenant.mode]}/v1/bb-bubble.js`, ...data, ...height })}></script>`
}

/** The tag with an immutable URL, pinned by its hash: the page's builder decides when to update. */
export function pinnedTag(
  tenant: SnippetTenant,
  block: SnippetBlock,
  origins: EmbedOrigins,
  { version, integrity }: Release,
  target?: string,
): string {
  const src = `${origins[tenant.mode]}/v${version}/bb.js`
  const held = { src, integrity, crossorigin: 'anonymous' }
  const place = placeOf(tenant, block, target)
  return `<script async ${written({ ...held, ...dataOf(tenant, block, 'data-'), ...headingOf(tenant, block), ...place })}></script>`
}

/** For components: the script once, and an element where the block belongs. */
export function reactSnippet(tenant: SnippetTenant, block: SnippetBlock, origins: EmbedOrigins): string {
  const room = heightOf(tenant, block)
  const style = room ? ` style={{ display: 'block', minHeight: ${room} }}` : ''
  return [
    '<!-- index.html, once -->',
    `<script async ${written({ src: scriptAddress(tenant.mode, origins) })}></script>`,
    '',
    '<!-- in your component -->',
    `<bb-block ${written({ ...dataOf(tenant, block, ''), ...headingOf(tenant, block) })}${style}></bb-block>`,
  ].join('\n')
}

/** For builders that strip scripts from page content: the element goes there and the script elsewhere. */
export function wordpressSnippet(tenant: SnippetTenant, block: SnippetBlock, origins: EmbedOrigins): string {
  const { block: name = 'my-block', ...rest } = dataOf(tenant, block, '')
  const element = {
    'data-bb-block': name,
    ...prefixed(rest),
    ...headingOf(tenant, block),
    ...roomOf(tenant, block),
  }
  return [
    '<!-- a Custom HTML block, where it belongs -->',
    `<div ${written(element)}></div>`,
    '',
    '<!-- the footer of your theme, once -->',
    `<script async ${written({ src: scriptAddress(tenant.mode, origins) })}></script>`,
  ].join('\n')
}

/** What a strict Content-Security-Policy of the host page must allow for our blocks; nothing inline. */
export const policyOf = (mode: 'test' | 'live', origins: EmbedOrigins): string =>
  `script-src ${origins[mode]}; frame-src ${origins[mode]}`

/** The height for `data-height`, when it differs from the block's default. */
export function namedHeight(tenant: SnippetTenant, block: SnippetBlock): number | undefined {
  if ('id' in block) return block.height
  const { heightWithAuth0, heightWithoutHeading } = block.embed
  return (
    (tenant.heading && heightWithoutHeading) ||
    (tenant.auth_provider === 'auth0' ? heightWithAuth0 : undefined)
  )
}

const heightOf = (tenant: SnippetTenant, block: SnippetBlock): number | undefined =>
  namedHeight(tenant, block) ?? ('embed' in block ? block.embed.height : undefined)

/**
 * Reserves the block's height from the first paint on. Otherwise the content below would jump, because an async tag
 * runs after it. The script element itself is styled as an empty box of that height; the loader removes the box when
 * it adds the frame.
 */
function roomOf(tenant: SnippetTenant, block: SnippetBlock): Record<string, string> {
  const room = heightOf(tenant, block)
  return room ? { style: `display:block;min-height:${room}px;margin:16px 0` } : {}
}

/** Where the block appears: in the height reserved at its tag, or at a target that reserves its own height. */
const placeOf = (tenant: SnippetTenant, block: SnippetBlock, target?: string): Record<string, string> =>
  target === undefined ? roomOf(tenant, block) : { 'data-target': target }

const scriptAddress = (mode: 'test' | 'live', origins: EmbedOrigins): string => `${origins[mode]}/v1/bb.js`

function dataOf(tenant: SnippetTenant, block: SnippetBlock, prefix: string): Record<string, string> {
  const height = namedHeight(tenant, block)
  const which: Record<string, string> = {
    ...('id' in block ? { id: block.id } : { block: block.name, ...shownBy(block) }),
    ...(height && { height: String(height) }),
  }
  const { public_key, theme, mode } = tenant
  return prefixed({ tenant: public_key, ...which, ...(theme && { theme }), env: mode }, prefix)
}

/** A block that shows one of several does not work without its id, so the tag says where it belongs. */
const shownBy = ({ embed: { shows }, attributes }: NamedBlock): Readonly<Record<string, string>> => ({
  ...(shows && { [shows]: `your_${shows}_id` }),
  ...attributes,
})

/** Only for blocks that have a heading. Our own element, too, reads it with the prefix. */
const headingOf = (tenant: SnippetTenant, block: SnippetBlock): Record<string, string> =>
  tenant.heading && 'embed' in block && block.embed.heightWithoutHeading
    ? { 'data-heading': tenant.heading }
    : {}

function prefixed(attributes: Record<string, string>, prefix = 'data-'): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [prefix + name, value]))
}

function written(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeAttribute(value)}"`)
    .join(' ')
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
