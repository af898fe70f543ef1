import type { ThemeMode } from '../embed-page.ts'
import { THEME_VARIANTS, type ThemeVariant } from '../theme-variants.ts'
import { isColor } from './color.ts'
import { readCssColor } from './css-color.ts'
import { isFontId } from './fonts.ts'

/** Colors that a theme can customize, separately for light and dark pages. All other colors derive from them. */
export const CUSTOM_COLORS = ['accent', 'surface', 'text', 'line'] as const
export type CustomColor = (typeof CUSTOM_COLORS)[number]
export type CustomColors = Partial<Record<CustomColor, string>>

export const THEME_MODES = ['auto', 'light', 'dark'] as const

/** Maximum corner radius of fields in CSS pixels. At the maximum, buttons are pills. */
export const MAX_RADIUS = 24

/** A tenant's theme as stored in the column `tenants.theme`. Absent fields use the variant's values. */
export interface TenantTheme {
  variant: ThemeVariant
  /** `auto`, the default, follows the page around the block. */
  mode?: (typeof THEME_MODES)[number]
  /** `#rrggbb`, for light and dark pages alike. */
  accent?: string
  radius?: number
  /** Id of a font (fonts.ts); in a host page's theme also names of font families. */
  font?: string
  light?: CustomColors
  dark?: CustomColors
}

/** A host page's overrides of the tenant's theme. */
export type CustomLook = CustomColors & Pick<TenantTheme, 'radius' | 'font'> & { scheme?: ThemeMode }

/** Names of the overrides: in the block's URL, in `bb('theme', …)`, and as `--bb-…` in the page's styles. */
export const OWN_NAMES = [...CUSTOM_COLORS, 'radius', 'font', 'scheme'] as const

/** Whether an untrusted value names a theme variant. */
export const isVariant = (value: unknown): value is ThemeVariant =>
  THEME_VARIANTS.some((variant) => variant === value)

/** Parses an untrusted theme: invalid fields are dropped, and an unknown variant becomes the first. */
export function readTheme(value: unknown): TenantTheme {
  const said = asRecord(value)
  const theme: TenantTheme = { variant: isVariant(said['variant']) ? said['variant'] : THEME_VARIANTS[0] }
  const mode = THEME_MODES.find((one) => one === said['mode'])
  if (mode) theme.mode = mode
  if (isColor(said['accent'])) theme.accent = said['accent']
  if (isRadius(said['radius'])) theme.radius = said['radius']
  if (isFontId(said['font'])) theme.font = said['font']
  for (const side of ['light', 'dark'] as const) {
    const colors = asRecord(said[side])
    const known = CUSTOM_COLORS.filter((name) => isColor(colors[name]))
    if (known.length) theme[side] = Object.fromEntries(known.map((name) => [name, colors[name]]))
  }
  return theme
}

/** Reads a host page's overrides one by one; `say` returns the raw value of a name. */
export function readCustomLook(say: (name: (typeof OWN_NAMES)[number]) => unknown): CustomLook {
  const own: CustomLook = {}
  for (const name of CUSTOM_COLORS) {
    const color = readCssColor(asText(say(name)))
    if (color) own[name] = color
  }
  const radius = readLength(asText(say('radius')))
  if (radius !== undefined) own.radius = radius
  const font = asText(say('font')).trim()
  if (font) own.font = font.slice(0, 300)
  const scheme = say('scheme')
  if (scheme === 'light' || scheme === 'dark') own.scheme = scheme
  return own
}

/** The tenant's theme with the host page's overrides applied. */
export function applyCustomLook(theme: TenantTheme, own: CustomLook): TenantTheme {
  const { radius = theme.radius, font = theme.font, scheme: _, ...colors } = own
  const merged: TenantTheme = {
    ...theme,
    light: { ...theme.light, ...colors },
    dark: { ...theme.dark, ...colors },
  }
  if (radius !== undefined) merged.radius = radius
  if (font !== undefined) merged.font = font
  return merged
}

/** A theme's colors for a mode. */
export const colorsOf = (theme: TenantTheme, mode: ThemeMode): CustomColors => ({
  ...(theme.accent ? { accent: theme.accent } : {}),
  ...theme[mode],
})

const isRadius = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_RADIUS

/** Parses a CSS length in whole pixels, clamped to the maximum radius. */
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
