import type { ThemeMode } from '../embed-page.ts'
import { fontStack } from './fonts.ts'
import { paletteOf } from './palette.ts'
import { MAX_RADIUS, type TenantTheme } from './theme.ts'

/** Shape and type variables that a theme changes, by name without `--bb-`. */
function shapeOf({ radius, font }: TenantTheme): Record<string, string> {
  const shape: Record<string, string> = {}
  const stack = font && fontStack(font)
  if (stack) shape['font'] = stack
  if (radius === undefined) return shape
  shape['r-control'] = `${radius}px`
  shape['r-btn'] = radius === MAX_RADIUS ? '999px' : `${radius}px`
  shape['r-card'] = `${Math.round(radius * 1.5)}px`
  shape['r-badge'] = `${Math.min(radius, 8)}px`
  return shape
}

/** What a theme changes about its variant, as variables for one element: for previews. */
export function themeVariables(theme: TenantTheme, mode: ThemeMode): Record<string, string> {
  const all = Object.entries({ ...shapeOf(theme), ...paletteOf(theme, mode) })
  return Object.fromEntries(all.map(([name, value]) => [`--bb-${name}`, value]))
}

/**
 * The same as an embed page's style sheet, for both modes. It consists only of validated colors, numbers and font
 * names; empty if the theme changes nothing about its variant.
 */
export function themeRules(theme: TenantTheme): string {
  const body = (variables: Record<string, string>) =>
    Object.entries(variables)
      .map(([name, value]) => `--bb-${name}:${value}`)
      .join(';')
  const rule = (selector: string, variables: Record<string, string>) =>
    Object.keys(variables).length ? `:root[data-theme]${selector}{${body(variables)}}` : ''
  return [
    rule('', shapeOf(theme)),
    rule('[data-mode=light]', paletteOf(theme, 'light')),
    rule('[data-mode=dark]', paletteOf(theme, 'dark')),
  ].join('')
}
