import type { BlockPlace } from './block-manifest.ts'

/** What the snippet needs to know of a tenant. */
export interface SnippetTenant {
  public_key: string
  /** A theme that the tags keep when the tenant's changes; without it they follow the tenant. */
  theme?: string
  mode: 'test' | 'live'
  /** Who signs its visitors in: `auth0`, else itself. */
  auth_provider?: string
}

/** What a tag needs to know of a block: its manifest has it. */
export interface NamedBlock {
  name: string
  embed: Pick<BlockPlace['embed'], 'height' | 'heightWithAuth0'>
}

/** Value of `data-theme` for the tenant's own theme, whichever that is. */
const TENANT_THEME = 'tenant'

/** One block of it: by its manifest, or a block that its creator made, by id and the pixels to reserve for it. */
export type SnippetBlock = NamedBlock | { id: string; height?: number }

/** Hosts of the script by mode, without a slash at the end. */
export type EmbedOrigins = Record<'test' | 'live', string>

/** A published script tag, by which pages pin it: it never changes. */
export interface Release {
  /** `1.2.0` */
  version: string
  /** `sha384-…`, of its first file. */
  integrity: string
}

/**
 * The embed code: one script tag for each block. Each tag is one line, because some site builders put line breaks of
 * their own into a tag that has any.
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

/** The tag of one block; it shows the block where it stands. @param target selector of another place on the page */
export function scriptTag(
  tenant: SnippetTenant,
  block: SnippetBlock,
  origins: EmbedOrigins,
  target?: string,
): string {
  const src = scriptAddress(tenant.mode, origins)
  const place = placeOf(tenant, block, target)
  return `<script async ${written({ src, ...dataOf(tenant, block, 'data-'), ...place })}></script>`
}

/** The same tag at an address that never changes, held by its hash: what is updated, the page's builder decides. */
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
  return `<script async ${written({ ...held, ...dataOf(tenant, block, 'data-'), ...place })}></script>`
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
    `<bb-block ${written(dataOf(tenant, block, ''))}${style}></bb-block>`,
  ].join('\n')
}

/** For builders that keep no scripts in the text of a page: they take the element there and the script elsewhere. */
export function wordpressSnippet(tenant: SnippetTenant, block: SnippetBlock, origins: EmbedOrigins): string {
  const { block: name = 'my-block', ...rest } = dataOf(tenant, block, '')
  const element = { 'data-bb-block': name, ...prefixed(rest), ...roomOf(tenant, block) }
  return [
    '<!-- a Custom HTML block, where it belongs -->',
    `<div ${written(element)}></div>`,
    '',
    '<!-- the footer of your theme, once -->',
    `<script async ${written({ src: scriptAddress(tenant.mode, origins) })}></script>`,
  ].join('\n')
}

/** What a strict content policy of the page needs for our blocks; nothing inline. */
export const policyOf = (mode: 'test' | 'live', origins: EmbedOrigins): string =>
  `script-src ${origins[mode]}; frame-src ${origins[mode]}`

/** The height that a tag says in `data-height`, since it is not the block's usual one. */
export function namedHeight(tenant: SnippetTenant, block: SnippetBlock): number | undefined {
  if ('id' in block) return block.height
  return tenant.auth_provider === 'auth0' ? block.embed.heightWithAuth0 : undefined
}

const heightOf = (tenant: SnippetTenant, block: SnippetBlock): number | undefined =>
  namedHeight(tenant, block) ?? ('embed' in block ? block.embed.height : undefined)

/**
 * Keeps the block's height free from the first paint on: what stands below would move otherwise, since an async tag comes
 * after it. A script that is a block is an empty box of that height; the loader takes it away with the place it makes.
 */
function roomOf(tenant: SnippetTenant, block: SnippetBlock): Record<string, string> {
  const room = heightOf(tenant, block)
  return room ? { style: `display:block;min-height:${room}px` } : {}
}

/** Where a tag's block stands: in its own room, or in another place that has room of its own. */
const placeOf = (tenant: SnippetTenant, block: SnippetBlock, target?: string): Record<string, string> =>
  target === undefined ? roomOf(tenant, block) : { 'data-target': target }

const scriptAddress = (mode: 'test' | 'live', origins: EmbedOrigins): string => `${origins[mode]}/v1/bb.js`

function dataOf(tenant: SnippetTenant, block: SnippetBlock, prefix: string): Record<string, string> {
  const height = namedHeight(tenant, block)
  const which: Record<string, string> = {
    ...('id' in block ? { id: block.id } : { block: block.name }),
    ...(height && { height: String(height) }),
  }
  const { public_key, theme, mode } = tenant
  return prefixed({ tenant: public_key, ...which, ...(theme && { theme }), env: mode }, prefix)
}

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
