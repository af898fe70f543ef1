// Splits ui/theme/tokens.css into what embed pages load: one shared sheet, and one small sheet per theme with only
// the variables that their styles use. A page loads one of the palette pairs instead of all.

export interface SplitTokens {
  shared: string
  themes: Record<string, string>
}

interface Rule {
  /** The `@media …` around the rule, or empty. */
  around: string
  selectors: string[]
  declarations: [property: string, value: string][]
}

/** @param styles all other style sheets of the pages; they decide which variables are used */
export function splitTokens(tokens: string, styles: string): SplitTokens {
  const rules = parse(tokens)
  const used = usedVariables(rules, styles)
  const split: SplitTokens = { shared: '', themes: {} }
  for (const rule of rules) {
    const kept = rule.declarations.filter(([name]) => !name.startsWith('--') || used.has(name))
    const body = kept.map(([name, value]) => `${name}:${value}`).join(';')
    if (!body) continue
    const themed = rule.selectors.filter((selector) => selector.includes('[data-theme='))
    // `:root` beside a theme selector means the default theme, which the page always names.
    const selectors = themed.length ? themed : rule.selectors
    const css = `${selectors.join(',')}{${body}}`
    const text = rule.around ? `${rule.around}{${css}}\n` : `${css}\n`
    const theme = /\[data-theme='(\w+)'\]/.exec(themed[0] ?? '')?.[1]
    if (theme) split.themes[theme] = (split.themes[theme] ?? '') + text
    else split.shared += text
  }
  return split
}

/** Variables that the styles read, and those read by the variables' values. */
function usedVariables(rules: Rule[], styles: string): Set<string> {
  const used = new Set<string>()
  const read = (text: string) => {
    for (const [, name] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (used.has(name!)) continue
      used.add(name!)
      for (const rule of rules)
        for (const [property, value] of rule.declarations) if (property === name) read(value)
    }
  }
  read(styles)
  return used
}

function parse(css: string, around = ''): Rule[] {
  const rules: Rule[] = []
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, '')
  for (const [head, body] of blocks(bare)) {
    if (head.startsWith('@')) rules.push(...parse(body, head))
    else rules.push({ around, selectors: head.split(/\s*,\s*/), declarations: declarations(body) })
  }
  return rules
}

function declarations(body: string): [string, string][] {
  return body
    .split(';')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const colon = line.indexOf(':')
      return [
        line.slice(0, colon).trim(),
        line
          .slice(colon + 1)
          .trim()
          .replace(/\s+/g, ' '),
      ]
    })
}

/** Splits CSS into top-level `head { body }` blocks. */
function blocks(css: string): [head: string, body: string][] {
  const found: [string, string][] = []
  let depth = 0
  let from = 0
  let head = ''
  for (let at = 0; at < css.length; at++) {
    if (css[at] === '{' && depth++ === 0) {
      head = css.slice(from, at).trim()
      from = at + 1
    } else if (css[at] === '}' && --depth === 0) {
      found.push([head, css.slice(from, at)])
      from = at + 1
    }
  }
  return found
}
