/** What the snippet needs to know of a tenant. */
export interface SnippetTenant {
  public_key: string
  theme: string
  mode: 'test' | 'live'
}

/** Hosts of the script by mode, without a slash at the end. */
export type EmbedOrigins = Record<'test' | 'live', string>

const BLOCKS = ['auth', 'pay']

/**
 * The embed snippet of spec §9: one script tag for each of the auth and pay blocks. Each tag is one line, because
 * some site builders put line breaks of their own into a tag that has any.
 */
export function embedSnippet({ public_key, theme, mode }: SnippetTenant, origins: EmbedOrigins): string {
  return BLOCKS.map((block) => {
    const attributes = {
      src: `${origins[mode]}/v1/bb.js`,
      'data-tenant': public_key,
      'data-block': block,
      'data-theme': theme,
      'data-env': mode,
    }
    const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeAttribute(value)}"`)
    return `<script async ${written.join(' ')}></script>`
  }).join('\n')
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
