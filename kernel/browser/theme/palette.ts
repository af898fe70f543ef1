// Turns a theme's custom colors into the colors on the page. Users choose brand colors without regard to contrast;
// whatever they choose, the result meets WCAG 2.2 AA. A fill stays as chosen and gets a visible edge if it needs one;
// text, links and surfaces move toward black or white until their contrast is sufficient.
import type { ThemeMode } from '../embed-page.ts'
import { type BasePalette, basePalette } from './base-palettes.ts'
import { contrast, leastContrast, luminance, mix, towards } from './color.ts'
import { type CustomColors, type TenantTheme, colorsOf } from './theme.ts'

/** Colors by token name without `--bb-`. */
export type Palette = Record<string, string>

const BLACK = '#000000'
const WHITE = '#ffffff'
/** Text on bright fills; pure black where even this has too little contrast. */
const INK = '#10141c'

/** WCAG 2.2 minimum contrast for text and for non-text elements. */
export const TEXT_NEEDS = 4.5
export const MARK_NEEDS = 3

/**
 * How light a surface on light pages must be, and how dark one on dark pages, so that success, warning and error
 * colors stay legible on it.
 */
const SURFACE_CONTRAST = {
  light: (color: string) => luminance(color) >= 0.75,
  dark: (color: string) => luminance(color) <= 0.04,
}

/** Text also appears directly on the host page, where the script tag relies on `text-2` (embed/loader/background.ts). */
const TEXT_CONTRAST = {
  light: (color: string) => luminance(color) <= 0.0765,
  dark: (color: string) => luminance(color) >= 0.476,
}

/** The direction in which colors move to gain contrast, and surfaces to lose it. */
export const AWAY = { light: BLACK, dark: WHITE }
const BACK = { light: WHITE, dark: BLACK }

/** `#rrggbb`, moved toward the page background until text on it is legible. */
export const legibleSurface = (color: string, mode: ThemeMode): string =>
  towards(color, BACK[mode], SURFACE_CONTRAST[mode])

/** `#rrggbb`, moved away from the page background until it is legible there. */
export const legibleText = (color: string, mode: ThemeMode): string =>
  towards(color, AWAY[mode], TEXT_CONTRAST[mode])

/** CSS variables that a theme's custom colors change in a mode; empty if it has none. */
export function paletteOf(theme: TenantTheme, mode: ThemeMode): Palette {
  const base = basePalette(theme.variant, mode)
  const own = colorsOf(theme, mode)
  const grounds = own.surface || own.text || own.line ? groundsOf(base, own, mode) : {}
  const ground = { ...base, ...grounds }
  if (!own.accent && !own.surface) return grounds
  return { ...grounds, ...accentsOf(own.accent ?? base.accent, ground, mode) }
}

/** Surfaces, text, lines and the marks on them. */
function groundsOf(base: BasePalette, own: CustomColors, mode: ThemeMode): Palette {
  const text = own.text ? legibleText(own.text, mode) : base.text
  const away = AWAY[mode]
  const surfaces = own.surface ? surfacesOf(legibleSurface(own.surface, mode), text) : pick(base)
  const all = Object.values(surfaces)
  const line = own.line ?? (own.surface ? mix(surfaces.surface, text, 0.13) : base.line)
  const seen = (color: string) => leastContrast(color, [surfaces.surface, surfaces.bg]) >= MARK_NEEDS
  const marks = Object.fromEntries(
    (['ok', 'warn', 'danger'] as const).map((name) => [name, towards(base[name], away, seen)]),
  )
  return {
    ...surfaces,
    text,
    'text-2': towards(
      own.text ? mix(text, surfaces.surface, 0.22) : base['text-2'],
      away,
      (color) => TEXT_CONTRAST[mode](color) && leastContrast(color, all) >= TEXT_NEEDS,
    ),
    'text-3': towards(
      own.text ? mix(text, surfaces.surface, 0.38) : base['text-3'],
      away,
      (color) => leastContrast(color, all) >= TEXT_NEEDS,
    ),
    line,
    control: towards(own.line ?? base.control, away, seen),
    ...marks,
    'on-danger': wordsOn(marks['danger']!),
  }
}

const pick = ({ bg, surface, subtle, hover }: BasePalette) => ({ bg, surface, subtle, hover })

const surfacesOf = (surface: string, text: string) => ({
  bg: mix(surface, text, 0.03),
  surface,
  subtle: mix(surface, text, 0.05),
  hover: mix(surface, text, 0.08),
})

/** Everything derived from one accent color. */
function accentsOf(accent: string, ground: BasePalette, mode: ThemeMode): Palette {
  const away = AWAY[mode]
  const words = wordsOn(accent)
  const soft = softOf(accent, ground, mode)
  const seen = (color: string) => leastContrast(color, [ground.surface, ground.bg]) >= MARK_NEEDS
  const read = (color: string) =>
    leastContrast(color, [ground.bg, ground.surface, ground.subtle, soft]) >= TEXT_NEEDS
  const palette: Palette = {
    accent,
    'accent-hover': hoverOf(accent, words),
    'on-accent': words,
    'accent-soft': soft,
    'accent-text': towards(accent, away, read),
    focus: towards(accent, away, seen),
  }
  if (!seen(accent)) palette['accent-bound'] = towards(accent, away, seen)
  return palette
}

/** Text color on a fill: white if it is legible, else ink. */
export const wordsOn = (fill: string): string =>
  [WHITE, INK, BLACK].find((words) => contrast(words, fill) >= TEXT_NEEDS) ?? BLACK

/** One step away from the text color to gain contrast; at the limit of the scale, one step toward it. */
function hoverOf(accent: string, words: string): string {
  const further = mix(accent, words === WHITE ? BLACK : WHITE, 0.16)
  if (contrast(further, accent) >= 1.12) return further
  return towards(mix(accent, words, 0.16), accent, (color) => contrast(color, words) >= TEXT_NEEDS)
}

/** The surface with as much accent as keeps its text legible. */
function softOf(accent: string, ground: BasePalette, mode: ThemeMode): string {
  const tinted = mix(ground.surface, accent, mode === 'light' ? 0.1 : 0.22)
  return towards(
    tinted,
    ground.surface,
    (color) => leastContrast(color, [ground.text, ground['text-2']]) >= TEXT_NEEDS,
  )
}
