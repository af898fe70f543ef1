interface Group {
  agents: string[]
  rules: { allow: boolean; path: string }[]
}

/** What a robots.txt says to one agent (RFC 9309). */
export interface Robots {
  allows(url: URL): boolean
  /** Absolute addresses of sitemaps. */
  sitemaps: string[]
}

/** As much as the standard asks crawlers to read. */
const MOST_CHARACTERS = 512_000

/** @param agent our product token, in lower case */
export function readRobots(text: string, agent: string): Robots {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let isOpen = false
  for (const line of text.slice(0, MOST_CHARACTERS).split(/[\r\n]+/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*(.*?)\s*(?:#.*)?$/i.exec(line) ?? []
    const key = name.toLowerCase()
    if (key === 'sitemap' && URL.canParse(value)) sitemaps.push(value)
    if (key === 'user-agent') {
      if (!isOpen) groups.push({ agents: [], rules: [] })
      groups.at(-1)!.agents.push(value.toLowerCase())
      isOpen = true
    }
    if (key !== 'allow' && key !== 'disallow') continue
    isOpen = false
    if (value) groups.at(-1)?.rules.push({ allow: key === 'allow', path: value })
  }
  const own = groups.filter(({ agents }) => agents.includes(agent))
  const rules = (own.length ? own : groups.filter(({ agents }) => agents.includes('*'))).flatMap(
    (group) => group.rules,
  )
  return { sitemaps, allows: ({ pathname, search }) => isAllowed(rules, pathname + search) }
}

/** The longest rule that matches decides; of two as long, the one that allows. */
function isAllowed(rules: Group['rules'], path: string): boolean {
  let best: Group['rules'][number] | undefined
  for (const rule of rules)
    if (
      matches(rule.path, path) &&
      (!best || rule.path.length > best.path.length || (rule.path.length === best.path.length && rule.allow))
    )
      best = rule
  return best?.allow ?? true
}

/** `*` is any text, `$` at the end is the end. Without regular expressions, because the file's author is unknown. */
function matches(rule: string, path: string): boolean {
  const isWhole = rule.endsWith('$')
  const parts = (isWhole ? rule.slice(0, -1) : rule).split('*')
  let at = 0
  for (const [index, part] of parts.entries()) {
    if (index === 0) {
      if (!path.startsWith(part)) return false
      at = part.length
      continue
    }
    const isLast = index === parts.length - 1
    const found =
      isWhole && isLast ? (path.endsWith(part) ? path.length - part.length : -1) : path.indexOf(part, at)
    if (found < at) return false
    at = found + part.length
  }
  return !isWhole || at === path.length
}
