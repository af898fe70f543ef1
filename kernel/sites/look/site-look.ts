// What a page looks like, as far as its HTML and style sheets say it. Nothing of it is run or drawn: the result is a
// guess that the theme then makes legible (kernel/browser/theme).
import { luminance, mix } from '#kernel/browser/theme/color.ts'
import { fontStack } from '#kernel/browser/theme/fonts.ts'
import type { SiteLook } from '#kernel/browser/theme/site-look.ts'
import { MAX_RADIUS } from '#kernel/browser/theme/theme.ts'
import type { Tag } from '../tags.ts'
import { accentOf } from './accent.ts'
import { type CssRule, declarationsOf, rulesOf } from './css-rules.ts'
import { colorIn, familiesIn, radiusIn, sparing, type Properties } from './css-values.ts'
import { styledElements, type StyledElements } from './styled-elements.ts'
import { siteName } from './site-name.ts'

/** Declarations of the page itself that are read for one property, from the last: the first that can be read counts. */
const MOST_TRIES = 200

/** @param sheets text of the linked style sheets, in order; those in the page are found here */
export function siteLook(page: { tags: readonly Tag[]; host: string }, sheets: readonly string[]): SiteLook {
  const { tags, host } = page
  const inPage = tags.filter(({ name }) => name === 'style').map(({ text }) => text)
  const rules = rulesOf([...sheets, ...inPage])
  const styled = styledElements(tags)
  const properties = rootProperties(rules)
  const ofPage = [
    ...rules
      .filter(({ selectors }) => selectors.some(styled.isPage))
      .flatMap(({ declarations }) => declarations),
    ...styled.pageStyles.flatMap(declarationsOf),
  ]
  const last = <T>(
    wanted: RegExp,
    read: (property: string, value: string) => T | undefined,
  ): T | undefined => {
    const tried = ofPage.filter(([property]) => wanted.test(property)).slice(-MOST_TRIES)
    for (const [property, value] of tried.toReversed()) {
      const found = read(property, value)
      if (found !== undefined) return found
    }
    return undefined
  }
  const colorOf = sparing(colorIn, properties)
  const color = (_: string, value: string) => colorOf(value)

  const background = last(/^background/, color) ?? '#ffffff'
  const mode = luminance(background) < 0.18 ? 'dark' : 'light'
  const families = last(/^font/, (property, value) => familiesIn(property, value, properties))
  return {
    name: siteName(tags, host),
    mode,
    background,
    text: last(/^color$/, color) ?? (mode === 'dark' ? '#f4f4f5' : mix('#000000', background, 0.12)),
    accent: accentOf({ rules, tags, styled, properties, colorOf, background }) ?? null,
    font: (families && fontStack(families)) ?? null,
    radius: buttonRadius(rules, styled, properties),
  }
}

/** Custom properties of the whole page; the last value of a name wins. */
function rootProperties(rules: readonly CssRule[]): Properties {
  const properties = new Map<string, string>()
  for (const { selectors, declarations } of rules)
    if (selectors.some((one) => /^(?:\*|html|body|:root|:host|:root,.*)$/.test(one)))
      for (const [name, value] of declarations) if (name.startsWith('--')) properties.set(name, value)
  return properties
}

/** The radius that most buttons have. */
function buttonRadius(
  rules: readonly CssRule[],
  styled: StyledElements,
  properties: Properties,
): number | null {
  const votes = new Map<number, number>()
  const radiusOf = sparing(radiusIn, properties)
  for (const { selectors, declarations } of rules) {
    const weight = Math.max(0, ...selectors.map(styled.buttonWeight))
    if (weight === 0) continue
    for (const [property, value] of declarations) {
      const radius = property === 'border-radius' ? radiusOf(value) : undefined
      if (radius === undefined) continue
      const kept = Math.min(MAX_RADIUS, radius)
      votes.set(kept, (votes.get(kept) ?? 0) + weight)
    }
  }
  return [...votes].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
