import { contrast } from '#kernel/browser/theme/color.ts'
import type { Tag } from '../tags.ts'
import { type CssRule, declarationsOf } from './css-rules.ts'
import type { Properties } from './css-values.ts'
import type { StyledElements } from './styled-elements.ts'

export interface AccentSources {
  rules: readonly CssRule[]
  tags: readonly Tag[]
  styled: StyledElements
  properties: Properties
  colorOf: (value: string) => string | undefined
  /** `#rrggbb` */
  background: string
}

/** Custom properties that hold a site's main color, most certain first. */
const BRAND =
  /^--(?:[\w-]*(?:brand|primary|accent)(?:-color|-500|-600|-base|-default)?|color-(?:brand|primary|accent)[\w-]*|theme-color|main-color|global-color-primary)$/
/** A button's own custom property for its background, as frameworks name it. */
const BUTTON_FILL = /^--[\w-]*(?:btn|button)[\w-]*-(?:bg|background)(?:-color)?$/
/** Properties of the same families that hold something else. */
const NOT_BRAND =
  /hover|text|foreground|contrast|light|dark|bg|background|border|shadow|rgb|font|on-|inverse|-(?:50|100|200|300|900|950)$/

/**
 * The color of a page's buttons and links: each place where a page uses a color is a vote for it.
 * @returns `#rrggbb`; undefined if every vote is for black, white or gray
 */
export function accentOf(sources: AccentSources): string | undefined {
  const { rules, tags, styled, properties, colorOf, background } = sources
  const votes = new Map<string, number>()
  const vote = (value: string | undefined, weight: number) => {
    const color = weight > 0 && value && colorOf(value)
    if (!color || !isColorful(color) || contrast(color, background) < 1.25) return
    votes.set(color, (votes.get(color) ?? 0) + weight)
  }
  for (const [name, value] of properties) if (BRAND.test(name) && !NOT_BRAND.test(name)) vote(value, 5)
  for (const { selectors, declarations } of rules) {
    const button = Math.max(0, ...selectors.map(styled.buttonWeight))
    const link = Math.max(0, ...selectors.map(styled.linkWeight))
    if (!button && !link) continue
    for (const [property, value] of declarations) {
      if (property.startsWith('background') || BUTTON_FILL.test(property)) vote(value, button)
      else if (property === 'color') vote(value, link)
    }
  }
  for (const style of styled.buttonStyles)
    for (const [property, value] of declarationsOf(style))
      if (property.startsWith('background')) vote(value, 3)
  const meta = tags.find(
    ({ name, attributes }) => name === 'meta' && attributes.get('name') === 'theme-color',
  )
  vote(meta?.attributes.get('content')?.slice(0, 100), 4)
  return [...votes].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}

/** Whether a color is more than a shade of gray. */
function isColorful(color: string): boolean {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return Math.max(...channels) - Math.min(...channels) >= 40
}
