/** A style rule: what it applies to, and the declarations that give a page its look. */
export interface CssRule {
  selectors: string[]
  /** In source order: later ones win. */
  declarations: [property: string, value: string][]
}

/** More than the sheets of a real site have; these bound the time and memory that malicious ones can use. */
const MOST_TEXT = 500_000
const MOST_RULES = 10_000
const MOST_SELECTORS = 20
const MOST_DECLARATIONS = 200
const MOST_VALUE = 300

const WANTED = /^(?:color|background|background-color|border-radius|font|font-family|--[\w-]{1,80})$/
/** Groups whose rules do not apply to a page that is read on a light screen. */
const ELSEWHERE = /prefers-color-scheme\s*:\s*dark|\bprint\b|prefers-contrast|forced-colors/
/** Groups whose content is style rules. */
const GROUP = /^@(?:media|supports|layer|container|scope|starting-style)\b/

/** What an open brace started. */
type Opened = 'group' | 'rule' | 'skipped'

/** The rules of several style sheets, in order. */
export function rulesOf(sheets: readonly string[]): CssRule[] {
  const rules: CssRule[] = []
  let left = MOST_TEXT
  for (const sheet of sheets) {
    if (left <= 0 || rules.length >= MOST_RULES) break
    for (const rule of cssRules(sheet.slice(0, left), MOST_RULES - rules.length)) rules.push(rule)
    left -= sheet.length
  }
  return rules
}

/**
 * Lists the rules of a style sheet, parsed like browsers do, in one pass: each character is read once, whatever the
 * sheet contains. Nothing is loaded. Nested rules, fonts and animations are skipped.
 */
export function cssRules(css: string, most = MOST_RULES): CssRule[] {
  const rules: CssRule[] = []
  const open: Opened[] = []
  let rule: CssRule | undefined
  let from = 0
  let depth = 0
  for (let at = 0; at < css.length && rules.length < most; at++) {
    const sign = css[at]!
    if (sign === '/' && css[at + 1] === '*') {
      const end = css.indexOf('*/', at + 2)
      if (end < 0) break
      at = end + 1
    } else if (sign === '"' || sign === "'") at = endOfString(css, at)
    else if (sign === '\\') at++
    else if (sign === '(') depth++
    else if (sign === ')') depth = Math.max(0, depth - 1)
    else if (depth > 0) continue
    else if (sign === '{') {
      const kind = kindOf(css.slice(from, at), open.at(-1))
      open.push(kind)
      if (kind === 'rule')
        rules.push((rule = { selectors: selectorsOf(css.slice(from, at)), declarations: [] }))
      from = at + 1
    } else if (sign === '}' || sign === ';') {
      if (rule && open.at(-1) === 'rule') declare(rule, css.slice(from, at))
      if (sign === '}') open.pop()
      from = at + 1
    }
  }
  return rules
}

/** The declarations of a `style` attribute. */
export function declarationsOf(style: string): CssRule['declarations'] {
  const rule: CssRule = { selectors: [], declarations: [] }
  for (const text of style.slice(0, 4000).split(';')) declare(rule, text)
  return rule.declarations
}

/** The position of the closing quote; of the line's end if there is none, as in browsers. */
function endOfString(css: string, start: number): number {
  for (let at = start + 1; at < css.length; at++) {
    if (css[at] === '\\') at++
    else if (css[at] === css[start] || css[at] === '\n') return at
  }
  return css.length
}

function kindOf(head: string, around: Opened | undefined): Opened {
  if (around === 'rule' || around === 'skipped') return 'skipped'
  const text = withoutComments(head)
  if (!text.startsWith('@')) return 'rule'
  return GROUP.test(text) && !ELSEWHERE.test(text) ? 'group' : 'skipped'
}

const selectorsOf = (head: string): string[] =>
  withoutComments(head)
    .slice(0, 8000)
    .split(',', MOST_SELECTORS)
    .map((selector) => selector.trim())
    .filter((selector) => selector.length <= 200)

function declare(rule: CssRule, text: string): void {
  if (text.length > 4 * MOST_VALUE || rule.declarations.length >= MOST_DECLARATIONS) return
  const plain = withoutComments(text)
  const colon = plain.indexOf(':')
  const property = plain.slice(0, colon).trim().toLowerCase()
  const value = plain
    .slice(colon + 1)
    .replace(/!\s*important/i, '')
    .trim()
  if (colon > 0 && value.length <= MOST_VALUE && WANTED.test(property))
    rule.declarations.push([property, value])
}

/** Without comments and outer blanks. */
function withoutComments(text: string): string {
  if (!text.includes('/*')) return text.trim()
  const parts: string[] = []
  let from = 0
  for (;;) {
    const start = text.indexOf('/*', from)
    if (start < 0) break
    parts.push(text.slice(from, start))
    const end = text.indexOf('*/', start + 2)
    if (end < 0) return parts.join(' ').trim()
    from = end + 2
  }
  return [...parts, text.slice(from)].join(' ').trim()
}
