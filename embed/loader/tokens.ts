/** CSS variables of the host page, `--bb-accent` and so on, that blocks wear. The frame's page checks their values. */
export const HOST_TOKENS = ['accent', 'surface', 'text', 'line', 'radius', 'font', 'scheme'] as const

export type HostToken = (typeof HOST_TOKENS)[number]
export type HostTokens = Partial<Record<HostToken, string>>

/** What `bb('theme', { accent: '#c00' })` set, else the variable on the block's element or anything around it. */
export function tokensOf(el: Element, set: HostTokens): HostTokens {
  const style = getComputedStyle(el)
  const tokens: HostTokens = {}
  for (const name of HOST_TOKENS) {
    const value = set[name] ?? style.getPropertyValue(`--bb-${name}`).trim()
    if (value) tokens[name] = value
  }
  return tokens
}
