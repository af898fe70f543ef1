/**
 * CSS variables of the host page, `--bb-accent` and so on, that set the look of blocks. The frame's page
 * validates their values.
 */
export const HOST_TOKENS = ['accent', 'surface', 'text', 'line', 'radius', 'font', 'scheme'] as const

export type HostToken = (typeof HOST_TOKENS)[number]
export type HostTokens = Partial<Record<HostToken, string>>

/**
 * The value set by `bb('theme', { accent: '#c00' })`, else the variable on the block's element or an
 * ancestor.
 */
export function tokensOf(el: Element, set: HostTokens): HostTokens {
  const style = getComputedStyle(el)
  const tokens: HostTokens = {}
  for (const name of HOST_TOKENS) {
    const value = set[name] ?? style.getPropertyValue(`--bb-${name}`).trim()
    if (value) tokens[name] = value
  }
  return tokens
}
