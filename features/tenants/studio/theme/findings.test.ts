import assert from 'node:assert/strict'
import { test } from 'node:test'
import { THEME_VARIANTS } from '#kernel/browser/theme-variants.ts'
import type { TenantTheme } from '#kernel/browser/theme/theme.ts'
import { findingsOf } from './findings.ts'

const ids = (theme: TenantTheme) => findingsOf(theme).map(({ id }) => id)

test('a theme without own colors, and one with common colors, have no findings', () => {
  for (const variant of THEME_VARIANTS) assert.deepEqual(ids({ variant, radius: 0, font: 'mono' }), [])
  assert.deepEqual(ids({ variant: 'clean', light: { accent: '#0e60d2' }, dark: { accent: '#93c1fe' } }), [])
})

test('yellow is found on light pages, navy on dark ones, gray on light ones', () => {
  assert.deepEqual(ids({ variant: 'clean', accent: '#ffeb3b' }), ['light accent'])
  assert.deepEqual(ids({ variant: 'clean', accent: '#102a5c' }), ['dark accent'])
  assert.deepEqual(ids({ variant: 'clean', accent: '#808080' }), ['light accent'])
  assert.deepEqual(ids({ variant: 'clean', accent: '#102a5c', mode: 'light' }), [])
  const [yellow] = findingsOf({ variant: 'clean', accent: '#ffeb3b' })
  assert.match(yellow!.message, /^The accent is hard to see on light pages \(1\.[0-9]:1; buttons need 3:1/)
})

test('illegible surfaces and texts are found', () => {
  const own = { surface: '#808080', text: '#9a9a9a' }
  assert.deepEqual(ids({ variant: 'zen', light: own, dark: own }), [
    'light surface',
    'light text',
    'dark surface',
    'dark text',
  ])
})

test('after every fix nothing is found anymore, and legible colors are unchanged', () => {
  for (const accent of ['#ffeb3b', '#ffffff', '#000000', '#808080', '#39ff14', '#102a5c'])
    for (const own of [
      {},
      { surface: '#808080', text: '#9a9a9a' },
      { surface: '#ffeb3b' },
      { text: '#ff0000' },
    ]) {
      let theme: TenantTheme = { variant: 'retro', accent, radius: 3, light: own, dark: own }
      for (let round = 0; round < 8; round++) theme = findingsOf(theme)[0]?.fixed ?? theme
      assert.deepEqual(findingsOf(theme), [], JSON.stringify(theme))
      assert.equal(theme.accent, accent)
      assert.equal(theme.radius, 3)
    }
})
