const SYSTEM = 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif'

export interface ThemeFont {
  id: string
  /** Name in the list of fonts. */
  name: string
  stack: string
  /** Kilobytes that a visitor's browser downloads once, from us. Absent for system fonts. */
  weight?: number
}

/** Fonts for themes: system fonts, and the two that we serve ourselves. No third party serves fonts. */
export const THEME_FONTS = [
  { id: 'system', name: 'System', stack: SYSTEM },
  {
    id: 'humanist',
    name: 'Humanist',
    stack: 'Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",source-sans-pro,sans-serif',
  },
  {
    id: 'rounded',
    name: 'Rounded',
    stack:
      'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Manjari,"Arial Rounded MT Bold",sans-serif',
  },
  {
    id: 'serif',
    name: 'Serif',
    stack: '"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",P052,Georgia,serif',
  },
  { id: 'slab', name: 'Slab serif', stack: 'Rockwell,"Rockwell Nova","Roboto Slab","DejaVu Serif",serif' },
  { id: 'mono', name: 'Monospace', stack: 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace' },
  {
    id: 'instrument',
    name: 'Instrument Sans',
    stack: `"Instrument Sans Variable",${SYSTEM}`,
    weight: 30,
  },
  {
    id: 'geist-mono',
    name: 'Geist Mono',
    stack: '"Geist Mono Variable",ui-monospace,Menlo,Consolas,monospace',
    weight: 23,
  },
] as const satisfies readonly ThemeFont[]

export type FontId = (typeof THEME_FONTS)[number]['id']

/** Whether an untrusted value is the id of a supported font. */
export const isFontId = (value: unknown): value is FontId => THEME_FONTS.some(({ id }) => id === value)

/** Fonts that we serve, by id; their style sheets have the same names. */
export const SERVED_FONTS = ['instrument', 'geist-mono'] as const satisfies readonly FontId[]

const GENERIC = [
  'serif',
  'sans-serif',
  'monospace',
  'cursive',
  'system-ui',
  'ui-serif',
  'ui-sans-serif',
  'ui-rounded',
  'ui-monospace',
  '-apple-system',
]

/** Installed fonts with pictures or Greek in place of letters. With them, a host page could hide what a price says. */
const ILLEGIBLE =
  /^(?:wingdings|webdings|marlett|symbol ?$|bookshelf symbol|(?:zapf|itc zapf) ?dingbats|mt extra)/i

/**
 * The `font-family` value for a font: a supported font by its id, else the families that a host page names, each
 * rebuilt from letters, digits, spaces and hyphens. Undefined if nothing usable remains.
 */
export function fontStack(font: string): string | undefined {
  const ours = THEME_FONTS.find(({ id }) => id === font.trim())
  if (ours) return ours.stack
  const families = font
    .slice(0, 300)
    .split(',')
    .slice(0, 8)
    .map((family) => family.trim().replaceAll(/^["']|["']$/g, ''))
    .filter((family) => !ILLEGIBLE.test(family))
    .filter((family) => /^[\p{L}\p{N}][\p{L}\p{N} -]{0,60}$|^-apple-system$/u.test(family))
    .map((family) => (GENERIC.includes(family) ? family : `"${family}"`))
  return families.length ? families.join(',') : undefined
}
