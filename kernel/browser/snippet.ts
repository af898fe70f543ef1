/** What the snippet needs to know of a tenant. */
export interface SnippetTenant {
  public_key: string
  theme: string
  mode: 'test' | 'live'
}

/** One block of it: by name, or a block that its creator made, by id and the pixels to keep free for it. */
export type SnippetBlock = { block: string } | { id: string; height?: number }

/** Hosts of the script by mode, without a slash at the end. */
export type EmbedOrigins = Record<'test' | 'live', string>

const BLOCKS = ['auth', 'pay']

/**
 * The embed snippet of spec §9: one script tag for each of the auth and pay blocks. Each tag is one line, because
 * some site builders put line breaks of their own into a tag that has any.
 */
export function embedSnippet(tenant: SnippetTenant, origins: EmbedOrigins): string {
  return BLOCKS.map((block) => scriptTag(tenant, { block }, origins)).join('\n')
}

/** The tag of one block; it shows the block where it stands. */
export function scriptTag(tenant: SnippetTenant, block: SnippetBlock, origins: EmbedOrigins): string {
  const attributes = { src: scriptAddress(tenant.mode, origins), ...dataOf(tenant, block, 'data-') }
  return `<script async ${written(attributes)}></script>`
}

/** For components: the script once, and an element where the block belongs. */
export function reactSnippet(tenant: SnippetTenant, block: SnippetBlock, origins: EmbedOrigins): string {
  return [
    '<!-- index.html, once -->',
    `<script async ${written({ src: scriptAddress(tenant.mode, origins) })}></script>`,
    '',
    '<!-- in your component -->',
    `<bb-block ${written(dataOf(tenant, block, ''))}></bb-block>`,
  ].join('\n')
}

/** For builders that keep no scripts in the text of a page: they take the element there and the script elsewhere. */
export function wordpressSnippet(tenant: SnippetTenant, block: SnippetBlock, origins: EmbedOrigins): string {
  const { block: name = 'my-block', ...rest } = dataOf(tenant, block, '')
  const element = { 'data-bb-block': name, ...prefixed(rest) }
  return [
    '<!-- a Custom HTML block, where it belongs -->',
    `<div ${written(element)}></div>`,
    '',
    '<!-- the footer of your theme, once -->',
    `<script async ${written({ src: scriptAddress(tenant.mode, origins) })}></script>`,
  ].join('\n')
}

const scriptAddress = (mode: 'test' | 'live', origins: EmbedOrigins): string => `${origins[mode]}/v1/bb.js`

function dataOf(tenant: SnippetTenant, block: SnippetBlock, prefix: string): Record<string, string> {
  const which: Record<string, string> =
    'block' in block ? block : { id: block.id, ...(block.height && { height: String(block.height) }) }
  return prefixed({ tenant: tenant.public_key, ...which, theme: tenant.theme, env: tenant.mode }, prefix)
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
