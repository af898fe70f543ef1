/** A header of the page that denies our frame a permission. */
export interface FrameFault {
  state: 'warn' | 'fail'
  text: string
  /** The header that fixes it. */
  fix?: string
}

const FEATURES = ['payment', 'publickey-credentials-get']

/** Finds headers that deny frames, windows or wallets what blocks need. @param get a header by its name */
export function frameFaults(get: (name: string) => string | undefined, ours: string): FrameFault[] {
  const faults: FrameFault[] = []
  const embedder = get('cross-origin-embedder-policy')?.trim().toLowerCase() ?? ''
  if (/^(require-corp|credentialless)\b/.test(embedder))
    faults.push({
      state: 'fail',
      text: '`cross-origin-embedder-policy` keeps every frame of another site out. Leave it away on pages with blocks.',
      fix: 'cross-origin-embedder-policy: unsafe-none',
    })
  const opener = get('cross-origin-opener-policy')?.trim().toLowerCase() ?? ''
  if (/^same-origin\b(?!-)/.test(opener))
    faults.push({
      state: 'warn',
      text: '`cross-origin-opener-policy` cuts the tie to windows that blocks open for sign-in and checkout.',
      fix: 'cross-origin-opener-policy: same-origin-allow-popups',
    })
  const rights = featuresOf(get('permissions-policy') ?? '')
  const taken = FEATURES.filter((feature) => rights.has(feature) && !isGranted(rights.get(feature)!, ours))
  if (taken.length)
    faults.push({
      state: 'warn',
      text: `\`permissions-policy\` takes ${taken.map((name) => `\`${name}\``).join(' and ')} from frames: no wallet buttons or passkeys in blocks.`,
      fix: `permissions-policy: ${taken.map((name) => `${name}=(self "${ours}")`).join(', ')}`,
    })
  return faults
}

/**
 * Parses `payment=(self "https://a.example"), camera=()` by feature; the last entry of a name wins. A name is matched
 * only from its start, and a list ends where another starts. Otherwise a header that is one long word, or only unclosed
 * lists, would take quadratic time.
 */
function featuresOf(header: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', list = ''] of header.matchAll(
    /(?<![a-z0-9-])([a-z0-9-]+)\s*=\s*(\([^()]*\)|[^,\s]+)/gi,
  ))
    found.set(name.toLowerCase(), list)
  return found
}

const isGranted = (list: string, origin: string) =>
  list
    .replace(/[()]/g, '')
    .trim()
    .split(/\s+/)
    .some((word) => word === '*' || word === `"${origin}"`)
