import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contrast as uiContrast, readPalettes } from '#ui/theme/read-palettes.ts'
import { THEME_VARIANTS } from '../theme-variants.ts'
import { basePalette } from './base-palettes.ts'
import { contrast, luminance } from './color.ts'
import { paletteOf } from './palette.ts'
import type { CustomColors, TenantTheme } from './theme.ts'

const palettes = readPalettes(readFileSync(new URL('../../../ui/theme/tokens.css', import.meta.url), 'utf8'))
const MODES = ['light', 'dark'] as const

/** The pairs of ui/theme/tokens.test.ts that blocks use; `accent-bound` is the edge of accent fills. */
const PAIRS: [foregrounds: string, grounds: string, least: number][] = [
  ['text text-2', 'bg surface subtle hover', 4.5],
  ['text-3', 'bg surface subtle', 4.5],
  ['accent-text', 'bg surface subtle accent-soft', 4.5],
  ['text text-2', 'accent-soft ok-soft warn-soft danger-soft', 4.5],
  ['on-accent', 'accent accent-hover', 4.5],
  ['ok-text', 'ok-soft surface bg', 4.5],
  ['warn-text', 'warn-soft surface bg', 4.5],
  ['danger-text', 'danger-soft surface bg', 4.5],
  ['on-danger', 'danger', 4.5],
  ['control focus accent-bound', 'bg surface', 3],
  ['ok warn danger', 'surface', 3],
]

/** From difficult to common: yellow, black, white, neon, mid grays, and brand colors. */
const ACCENTS =
  '#ffeb3b #ffff00 #000000 #ffffff #39ff14 #00ffff #808080 #7f7f7f #777777 #e8590c #0e60d2 #1c6f55 #b5179e #ff6f91 #102a5c #f0f0f0 #111111 #ff0000 #0000ff'.split(
    ' ',
  )
const SURFACES: CustomColors[] = [
  {},
  { surface: '#ffffff' },
  { surface: '#000000' },
  { surface: '#808080' },
  { surface: '#ffeb3b', text: '#ffffff' },
  { surface: '#0a1930', text: '#0a1930', line: '#0a1930' },
  { text: '#ff0000', line: '#ffffff' },
]

function shortPairs(theme: TenantTheme): string[] {
  return MODES.flatMap((mode) => {
    const drawn = { ...palettes[`${theme.variant}-${mode}`]!, ...paletteOf(theme, mode) }
    drawn['accent-bound'] ??= drawn['accent']!
    return PAIRS.flatMap(([foregrounds, grounds, least]) =>
      foregrounds.split(' ').flatMap((foreground) =>
        grounds
          .split(' ')
          .filter((ground) => !(uiContrast(drawn[foreground]!, drawn[ground]!) >= least))
          .map(
            (ground) =>
              `${JSON.stringify(theme)} ${mode}: ${foreground} ${drawn[foreground]} on ${ground} ${drawn[ground]}`,
          ),
      ),
    )
  })
}

test('every theme with every accent, from yellow to black and white, on any surface keeps AA in light and dark', () => {
  const short: string[] = []
  for (const variant of THEME_VARIANTS)
    for (const accent of ACCENTS)
      for (const own of SURFACES) short.push(...shortPairs({ variant, accent, light: own, dark: own }))
  assert.deepEqual(short, [])
})

test('random colors keep AA too', () => {
  let seed = 20_26
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return `#${(seed % 0x1000000).toString(16).padStart(6, '0')}`
  }
  for (let round = 0; round < 400; round++) {
    const own = { surface: next(), text: next(), line: next() }
    const theme: TenantTheme = { variant: THEME_VARIANTS[round % 3]!, accent: next(), light: own, dark: own }
    assert.deepEqual(shortPairs(theme), [])
  }
})

test('a theme without custom colors changes nothing, and an accent stays the chosen fill', () => {
  for (const variant of THEME_VARIANTS)
    for (const mode of MODES) {
      assert.deepEqual(paletteOf({ variant, radius: 4, font: 'serif' }, mode), {})
      assert.equal(paletteOf({ variant, accent: '#ffeb3b' }, mode)['accent'], '#ffeb3b')
    }
})

test('a color for dark pages wins over the one for all pages', () => {
  const theme: TenantTheme = { variant: 'clean', accent: '#102a5c', dark: { accent: '#9db8f0' } }
  assert.equal(paletteOf(theme, 'light')['accent'], '#102a5c')
  assert.equal(paletteOf(theme, 'dark')['accent'], '#9db8f0')
})

test('only fills that are hard to see get an edge', () => {
  assert.equal(paletteOf({ variant: 'clean', accent: '#0e60d2' }, 'light')['accent-bound'], undefined)
  assert.ok(paletteOf({ variant: 'clean', accent: '#ffeb3b' }, 'light')['accent-bound'])
  assert.ok(paletteOf({ variant: 'clean', accent: '#000000' }, 'dark')['accent-bound'])
})

test('text on the host page stays within the bounds by which the script tag chooses light or dark', () => {
  for (const color of ACCENTS) {
    const own = { text: color }
    const theme: TenantTheme = { variant: 'clean', light: own, dark: own }
    for (const name of ['text', 'text-2']) {
      assert.ok(luminance(paletteOf(theme, 'light')[name]!) <= 0.0766)
      assert.ok(luminance(paletteOf(theme, 'dark')[name]!) >= 0.475)
    }
  }
})

test('the base palettes match the tokens', () => {
  for (const variant of THEME_VARIANTS)
    for (const mode of MODES)
      for (const [token, color] of Object.entries(basePalette(variant, mode)))
        assert.equal(color, palettes[`${variant}-${mode}`]![token], `${variant} ${mode} ${token}`)
})

test('the contrast ratio matches WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.ok(Math.abs(contrast('#767676', '#ffffff') - 4.54) < 0.01)
})
