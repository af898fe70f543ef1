import { readCssColor } from '#kernel/browser/theme/css-color.ts'

/** Custom properties of a page, by name. */
export type Properties = ReadonlyMap<string, string>

const MOST_STEPS = 8
/** Words of a value that may be a color; backgrounds of real pages name it among the first. */
const MOST_WORDS = 12
/** Different values that are read for one purpose. Real pages have a few hundred; each can take 50 microseconds. */
const MOST_VALUES = 2000
const MOST_TEXT = 300
/** Frameworks multiply their colors by an opacity, which is 1 unless a class says otherwise. */
const OPACITY = /var\(\s*--[\w-]{0,40}opacity\s*(?:,[^()]{0,40})?\)/g
const VARIABLE = /var\(\s*(--[\w-]{1,80})\s*(?:,([^()]{0,120}))?\)/
const COLOR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|color)a?\([^()]{1,120}\)|\b[a-z]{3,12}\b/gi
/** The names that style sheets use most; the theme's own parser knows fewer. */
const NAMES: Readonly<Record<string, string>> = {
  navy: '#000080',
  blue: '#0000ff',
  teal: '#008080',
  green: '#008000',
  maroon: '#800000',
  purple: '#800080',
  olive: '#808000',
  orange: '#ffa500',
  gold: '#ffd700',
  crimson: '#dc143c',
  tomato: '#ff6347',
  coral: '#ff7f50',
  indigo: '#4b0082',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  ivory: '#fffff0',
  beige: '#f5f5dc',
  whitesmoke: '#f5f5f5',
}

/** Replaces `var(…)` by the page's values, a bounded number of times. */
export function resolved(value: string, properties: Properties): string {
  let text = value.replace(OPACITY, '1')
  for (let step = 0; step < MOST_STEPS && text.length <= MOST_TEXT; step++) {
    const found = VARIABLE.exec(text)
    if (!found) return text
    const [all, name, fallback = ''] = found
    const said = (properties.get(name!) ?? fallback).replace(OPACITY, '1')
    text = text.slice(0, found.index) + said + text.slice(found.index + all.length)
  }
  return text.length > MOST_TEXT ? '' : text
}

/** Reads each value once, and a limited number of them, because a malicious page can repeat one that takes long. */
export function sparing<T>(
  read: (value: string, properties: Properties) => T | undefined,
  properties: Properties,
): (value: string) => T | undefined {
  const known = new Map<string, T | undefined>()
  return (value) => {
    if (!known.has(value) && known.size < MOST_VALUES) known.set(value, read(value, properties))
    return known.get(value)
  }
}

/** The first opaque color in a value, as `#rrggbb`; backgrounds also name pictures and positions. */
export function colorIn(value: string, properties: Properties): string | undefined {
  const text = resolved(value, properties)
  // Frameworks also store a color as three bare numbers.
  const bare = /^\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*$/.exec(text)
  if (bare) return readCssColor(`rgb(${bare[1]},${bare[2]},${bare[3]})`)
  for (const found of (text.match(COLOR) ?? []).slice(0, MOST_WORDS)) {
    const color = readCssColor(found) ?? nameOf(found)
    if (color) return color
  }
  return undefined
}

const nameOf = (text: string): string | undefined => {
  const name = text.toLowerCase()
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined
}

/** A corner radius in pixels; the first of several. Percentages of a box make circles, not a style. */
export function radiusIn(value: string, properties: Properties): number | undefined {
  const found = /^\s*(\d{1,4}(?:\.\d{1,6})?|\.\d{1,6})(px|rem|em)?(?=[\s/]|$)/.exec(
    resolved(value, properties),
  )
  if (!found) return undefined
  return Math.round(Number(found[1]) * (found[2] === 'rem' || found[2] === 'em' ? 16 : 1))
}

/** The families of `font-family`, or of the shorthand `font`, which names them after the size. */
export function familiesIn(property: string, value: string, properties: Properties): string | undefined {
  const text = resolved(value, properties).trim()
  const families =
    property === 'font' ? /\d(?:px|r?em|%|pt)(?:\s*\/\s*[\d.]+[a-z%]*)?\s+(\S.*)$/i.exec(text)?.[1] : text
  return families && !/^(?:inherit|initial|unset|revert)/i.test(families) ? families : undefined
}
