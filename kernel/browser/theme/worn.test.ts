import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wear } from './worn.ts'

const seen = { mode: 'light', panel: false, own: {} } as const

test('a theme without customizations follows the surrounding page and adds no rules', () => {
  assert.deepEqual(wear({ variant: 'zen' }, { ...seen, mode: 'dark' }), {
    variant: 'zen',
    mode: 'dark',
    panel: false,
    rules: '',
  })
  assert.equal(wear({ variant: 'zen', mode: 'auto' }, seen).mode, 'light')
})

test('a tenant that is always dark stays dark on a light page, on its own surface', () => {
  const worn = wear({ variant: 'clean', mode: 'dark' }, seen)
  assert.equal(worn.mode, 'dark')
  assert.equal(worn.ground, 'light')
  assert.equal(worn.panel, true)
  assert.match(worn.rules, /:root\[data-theme\]\[data-ground=light\]\{color-scheme:light\}/)
  assert.equal(wear({ variant: 'clean', mode: 'dark' }, { ...seen, mode: 'dark' }).panel, false)
  assert.equal(wear({ variant: 'clean', mode: 'dark' }, { ...seen, own: { scheme: 'light' } }).mode, 'light')
})

test('light or dark: the page’s scheme wins over the tenant’s choice, which wins over the detected background', () => {
  const dark = { ...seen, mode: 'dark' } as const
  assert.equal(wear({ variant: 'clean', mode: 'light' }, dark).mode, 'light')
  assert.equal(wear({ variant: 'clean', mode: 'light' }, { ...dark, own: { scheme: 'dark' } }).mode, 'dark')
  assert.equal(wear({ variant: 'clean' }, { ...dark, own: { scheme: 'light' } }).mode, 'light')
  assert.equal(wear({ variant: 'clean', mode: 'auto' }, dark).mode, 'dark')
})

test('the tag’s variant wins over the tenant’s, with the tenant’s custom colors on top', () => {
  const worn = wear({ variant: 'clean', accent: '#336699' }, { ...seen, theme: 'retro' })
  assert.equal(worn.variant, 'retro')
  assert.match(worn.rules, /--bb-accent:#336699/)
  assert.equal(wear({ variant: 'clean' }, { ...seen, theme: '"><script>' }).variant, 'clean')
})

test('a served font names its style sheet, a system font does not', () => {
  assert.equal(wear({ variant: 'zen', font: 'instrument' }, seen).font, 'instrument')
  assert.equal(wear({ variant: 'zen', font: 'serif' }, seen).font, undefined)
  assert.equal(
    wear({ variant: 'zen', font: 'instrument' }, { ...seen, own: { font: 'Georgia' } }).font,
    undefined,
  )
})
