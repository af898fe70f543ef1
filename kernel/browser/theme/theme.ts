import type { ThemeMode } from '../embed-page.ts'
import { THEME_VARIANTS, type ThemeVariant } from '../theme-variants.ts'
import { isColour } from './colour.ts'
import { readCssColour } from './css-colour.ts'
import { isFontId } from './fonts.ts'

/** Colours that a theme may have of its own, for light or for dark pages; all others follow from them. */
export const OWN_COLOURS = ['accent', 'surface', 'text', 'line'] as const
export type OwnColour = (typeof OWN_COLOURS)[number]
export type OwnColours = Partial<Record<OwnColour, string>>

export const THEME_MODES = ['auto', 'light', 'dark'] as const

/** Corner radius of fields, in CSS pixels; at the most, buttons are pills. */
export const MAX_RADIUS = 24

/** A tenant's look, as the column `tenants.theme` keeps it; what is left out is the variant's own. */
export interface TenantTheme {
  variant: ThemeVariant
  /** `auto`, also when left out, goes with the page around the block. */
  mode?: (typeof THEME_MODES)[number]
  /** `#rrggbb`, on light and dark pages alike. */
  accent?: string
  radius?: number
  /** Id of a font (fonts.ts); in the look of a host page also names of families. */
  font?: string
  light?: OwnColours
  dark?: OwnColours
}

/** What a host page says about the looks, over what the tenant chose. */
export type OwnLook = OwnColours & Pick<TenantTheme, 'radius' | 'font'> & { scheme?: ThemeMode }

/** Names under which a host page says it: in the block's address, in `bb('theme', …)`, and as `--bb-…` in its styles. */
export const OWN_NAMES = [...OWN_COLOURS, 'radius', 'font', 'scheme'] as const

/** Whether somebody's word names a theme of ours. */
export const isVariant = (value: unknown): value is ThemeVariant =>
  THEME_VARIANTS.some((variant) => variant === value)

/** Reads a theme from anywhere: whatever it may not say is left out, and an unknown variant is the first. */
export function readTheme(value: unknown): TenantTheme {
  const said = asRecord(value)
  const theme: TenantTheme = { variant: isVariant(said['variant']) ? said['variant'] : THEME_VARIANTS[0] }
  const mode = THEME_MODES.find((one) => one === said['mode'])
  if (mode) theme.mode = mode
  if (isColour(said['accent'])) theme.accent = said['accent']
  if (isRadius(said['radius'])) theme.radius = said['radius']
  if (isFontId(said['font'])) theme.font = said['font']
  for (const side of ['light', 'dark'] as const) {
    const colours = asRecord(said[side])
    const known = OWN_COLOURS.filter((name) => isColour(colours[name]))
    if (known.length) theme[side] = Object.fromEntries(known.map((name) => [name, colours[name]]))
  }
  return theme
}

/** Reads what a host page says, value by value; `say` gives the text of a name. */
export function readOwnLook(say: (name: (typeof OWN_NAMES)[number]) => unknown): OwnLook {
  const own: OwnLook = {}
  for (const name of OWN_COLOURS) {
    const colour = readCssColour(asText(say(name)))
    if (colour) own[name] = colour
  }
  const radius = readLength(asText(say('radius')))
  if (radius !== undefined) own.radius = radius
  const font = asText(say('font')).trim()
  if (font) own.font = font.slice(0, 300)
  const scheme = say('scheme')
  if (scheme === 'light' || scheme === 'dark') own.scheme = scheme
  return own
}

/** The tenant's theme with what the host page says in front. */
export function withOwnLook(theme: TenantTheme, own: OwnLook): TenantTheme {
  const { radius = theme.radius, font = theme.font, scheme: _, ...colours } = own
  const merged: TenantTheme = {
    ...theme,
    light: { ...theme.light, ...colours },
    dark: { ...theme.dark, ...colours },
  }
  if (radius !== undefined) merged.radius = radius
  if (font !== undefined) merged.font = font
  return merged
}

/** The colours of a theme on pages of a mode. */
export const coloursOf = (theme: TenantTheme, mode: ThemeMode): OwnColours => ({
  ...(theme.accent ? { accent: theme.accent } : {}),
  ...theme[mode],
})

const isRadius = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_RADIUS

/** A length of style sheets in whole pixels, as far as a corner may be round. */
function readLength(text: string): number | undefined {
  const found = /^\s*(\d{1,4}(?:\.\d{1,6})?|\.\d{1,6})(px|rem|em)?\s*$/.exec(text)
  if (!found) return undefined
  const pixels = Number(found[1]) * (found[2] === 'rem' || found[2] === 'em' ? 16 : 1)
  return Math.min(MAX_RADIUS, Math.round(pixels))
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
