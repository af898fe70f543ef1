// The contrast check in words. What visitors see holds whatever is chosen (kernel/browser/theme/palette.ts); here the
// creator is told what is drawn otherwise than they chose it, and offered a colour that needs no help.
import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import { basePalette } from '#kernel/browser/theme/base-palettes.ts'
import { contrast, leastContrast, towards } from '#kernel/browser/theme/colour.ts'
import {
  AWAY,
  MARK_NEEDS,
  TEXT_NEEDS,
  heldSurface,
  heldText,
  paletteOf,
} from '#kernel/browser/theme/palette.ts'
import { type TenantTheme, coloursOf } from '#kernel/browser/theme/theme.ts'
import { withColour } from './theme-change.ts'

export interface Finding {
  /** What it is about, to tell findings apart. */
  id: string
  words: string
  /** The colour that holds, and the theme with it. */
  colour: string
  mended: TenantTheme
}

/** A ratio as people compare it; never rounded up to what is needed. */
const ratio = (value: number) => `${(Math.floor(value * 10) / 10).toFixed(1)}:1`

/** Everything that falls short of WCAG 2.2 AA as it was chosen, on the pages on which this theme is shown. */
export function findingsOf(theme: TenantTheme): Finding[] {
  const modes = theme.mode === 'light' || theme.mode === 'dark' ? [theme.mode] : (['light', 'dark'] as const)
  return modes.flatMap((mode) => [
    ...accentFinding(theme, mode),
    ...surfaceFinding(theme, mode),
    ...textFinding(theme, mode),
  ])
}

function accentFinding(theme: TenantTheme, mode: ThemeMode): Finding[] {
  const { accent } = coloursOf(theme, mode)
  if (!accent) return []
  const drawn = { ...basePalette(theme.variant, mode), ...paletteOf(theme, mode) } as Record<string, string>
  const grounds = [drawn['surface']!, drawn['bg']!]
  const has = leastContrast(accent, grounds)
  if (has >= TEXT_NEEDS) return []
  const colour = towards(accent, AWAY[mode], (one) => leastContrast(one, grounds) >= TEXT_NEEDS)
  const words =
    has < MARK_NEEDS
      ? `On ${mode} pages the accent has ${ratio(has)} against the surface; buttons need 3:1, links 4.5:1. Buttons get an edge, links are drawn in ${drawn['accent-text']}.`
      : `On ${mode} pages the accent has ${ratio(has)} against the surface: enough for buttons, but links need 4.5:1 and are drawn in ${drawn['accent-text']}.`
  return [{ id: `${mode} accent`, words, colour, mended: withColour(theme, mode, 'accent', colour) }]
}

function surfaceFinding(theme: TenantTheme, mode: ThemeMode): Finding[] {
  const surface = theme[mode]?.surface
  if (!surface) return []
  const colour = heldSurface(surface, mode)
  if (colour === surface) return []
  const words = `The surface is too ${mode === 'light' ? 'dark' : 'pale'} for ${mode} pages: errors and hints could not be read on it. It is drawn in ${colour}.`
  return [{ id: `${mode} surface`, words, colour, mended: withColour(theme, mode, 'surface', colour) }]
}

function textFinding(theme: TenantTheme, mode: ThemeMode): Finding[] {
  const text = theme[mode]?.text
  if (!text) return []
  const colour = heldText(text, mode)
  if (colour === text) return []
  const surface = heldSurface(theme[mode]?.surface ?? basePalette(theme.variant, mode).surface, mode)
  const words = `On ${mode} pages the text has ${ratio(contrast(text, surface))}; with the lesser texts beside it, it needs more. It is drawn in ${colour}.`
  return [{ id: `${mode} text`, words, colour, mended: withColour(theme, mode, 'text', colour) }]
}
