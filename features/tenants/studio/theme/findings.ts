// The messages of the contrast check. Blocks stay legible whatever the creator chooses
// (kernel/browser/theme/palette.ts). The findings tell the creator which colors are drawn differently, and
// offer one that needs no adjustment.
import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import { basePalette } from '#kernel/browser/theme/base-palettes.ts'
import { contrast, leastContrast, towards } from '#kernel/browser/theme/color.ts'
import {
  AWAY,
  MARK_NEEDS,
  TEXT_NEEDS,
  legibleSurface,
  legibleText,
  paletteOf,
} from '#kernel/browser/theme/palette.ts'
import { type TenantTheme, colorsOf } from '#kernel/browser/theme/theme.ts'
import { withColor } from './theme-change.ts'

export interface Finding {
  /** Identifies the finding, for example `light accent`. */
  id: string
  message: string
  /** A color with enough contrast, and the theme with it. */
  color: string
  fixed: TenantTheme
}

/** Formats a contrast ratio. It is rounded down, so it never seems to meet a limit that it misses. */
const ratio = (value: number) => `${(Math.floor(value * 10) / 10).toFixed(1)}:1`

/** Lists the chosen colors that do not meet WCAG 2.2 AA on the pages on which this theme is shown. */
export function findingsOf(theme: TenantTheme): Finding[] {
  const modes = theme.mode === 'light' || theme.mode === 'dark' ? [theme.mode] : (['light', 'dark'] as const)
  return modes.flatMap((mode) => [
    ...accentFinding(theme, mode),
    ...surfaceFinding(theme, mode),
    ...textFinding(theme, mode),
  ])
}

function accentFinding(theme: TenantTheme, mode: ThemeMode): Finding[] {
  const { accent } = colorsOf(theme, mode)
  if (!accent) return []
  const drawn = { ...basePalette(theme.variant, mode), ...paletteOf(theme, mode) } as Record<string, string>
  const grounds = [drawn['surface']!, drawn['bg']!]
  const has = leastContrast(accent, grounds)
  if (has >= TEXT_NEEDS) return []
  const color = towards(accent, AWAY[mode], (one) => leastContrast(one, grounds) >= TEXT_NEEDS)
  const message =
    has < MARK_NEEDS
      ? `The accent is hard to see on ${mode} pages (${ratio(has)}; buttons need 3:1, links 4.5:1). We'll outline buttons and draw links in ${drawn['accent-text']}.`
      : `On ${mode} pages the accent (${ratio(has)}) is fine for buttons, but links need 4.5:1. We'll draw links in ${drawn['accent-text']}.`
  return [{ id: `${mode} accent`, message, color, fixed: withColor(theme, mode, 'accent', color) }]
}

function surfaceFinding(theme: TenantTheme, mode: ThemeMode): Finding[] {
  const surface = theme[mode]?.surface
  if (!surface) return []
  const color = legibleSurface(surface, mode)
  if (color === surface) return []
  const message = `The surface is too ${mode === 'light' ? 'dark' : 'pale'} for ${mode} pages: errors and hints would be hard to read. We'll use ${color}.`
  return [{ id: `${mode} surface`, message, color, fixed: withColor(theme, mode, 'surface', color) }]
}

function textFinding(theme: TenantTheme, mode: ThemeMode): Finding[] {
  const text = theme[mode]?.text
  if (!text) return []
  const color = legibleText(text, mode)
  if (color === text) return []
  const surface = legibleSurface(theme[mode]?.surface ?? basePalette(theme.variant, mode).surface, mode)
  const message = `On ${mode} pages the text has too little contrast (${ratio(contrast(text, surface))}), above all secondary text. We'll use ${color}.`
  return [{ id: `${mode} text`, message, color, fixed: withColor(theme, mode, 'text', color) }]
}
