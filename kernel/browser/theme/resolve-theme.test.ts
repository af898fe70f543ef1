import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveTheme } from './resolve-theme.ts'
import { readCustomLook } from './theme.ts'

const seen = { mode: 'light', panel: false, own: {} } as const

test('a theme without customizations follows the surrounding page and adds no rules', () => {
  assert.deepEqual(resolveTheme({ variant: 'zen' }, { ...seen, mode: 'dark' }), {
    variant: 'zen',
    mode: 'dark',
    panel: false,
    rules: '',
  })
  assert.equal(resolveTheme({ variant: 'zen', mode: 'auto' }, seen).mode, 'light')
})

test('`auto` is the plainest variant with the page’s values, over the tenant’s own where the page has none', () => {
  const tenant = { variant: 'retro', accent: '#0a7d33', radius: 4 } as const
  const auto = resolveTheme(tenant, {
    ...seen,
    theme: 'auto',
    own: { radius: 9, font: 'Georgia,sans-serif' },
  })
  assert.equal(auto.variant, 'clean')
  assert.match(auto.rules, /--bb-font:"Georgia",sans-serif;--bb-r-control:9px/)
  assert.match(auto.rules, /--bb-accent:#0a7d33/)
  // A script that is older than `auto` passes only the name.
  assert.equal(resolveTheme({ variant: 'zen' }, { ...seen, theme: 'auto' }).variant, 'clean')
})

test('values of a hostile page are parsed and written again, never copied', () => {
  const hostile: Record<string, string> = {
    accent: 'color(srgb 1 0 0);background:url(https://evil.example)',
    radius: '9e9px',
    font: '"x;}</style><script>",url(https://evil.example/f.woff2),@import "x",Georgia,sans-serif',
  }
  const look = resolveTheme(
    { variant: 'zen' },
    { ...seen, theme: 'auto', own: readCustomLook((name) => hostile[name]) },
  )
  assert.equal(look.rules, ':root[data-theme]{--bb-font:"Georgia",sans-serif}')
})

test('a tenant that is always dark stays dark on a light page, on its own surface', () => {
  const resolved = resolveTheme({ variant: 'clean', mode: 'dark' }, seen)
  assert.equal(resolved.mode, 'dark')
  assert.equal(resolved.ground, 'light')
  assert.equal(resolved.panel, true)
  assert.match(resolved.rules, /:root\[data-theme\]\[data-ground=light\]\{color-scheme:light\}/)
  assert.equal(resolveTheme({ variant: 'clean', mode: 'dark' }, { ...seen, mode: 'dark' }).panel, false)
  assert.equal(
    resolveTheme({ variant: 'clean', mode: 'dark' }, { ...seen, own: { scheme: 'light' } }).mode,
    'light',
  )
})

test('light or dark: the page’s scheme wins over the tenant’s choice, which wins over the detected background', () => {
  const dark = { ...seen, mode: 'dark' } as const
  assert.equal(resolveTheme({ variant: 'clean', mode: 'light' }, dark).mode, 'light')
  assert.equal(
    resolveTheme({ variant: 'clean', mode: 'light' }, { ...dark, own: { scheme: 'dark' } }).mode,
    'dark',
  )
  assert.equal(resolveTheme({ variant: 'clean' }, { ...dark, own: { scheme: 'light' } }).mode, 'light')
  assert.equal(resolveTheme({ variant: 'clean', mode: 'auto' }, dark).mode, 'dark')
})

test('the tag’s variant wins over the tenant’s, with the tenant’s custom colors on top', () => {
  const resolved = resolveTheme({ variant: 'clean', accent: '#336699' }, { ...seen, theme: 'retro' })
  assert.equal(resolved.variant, 'retro')
  assert.match(resolved.rules, /--bb-accent:#336699/)
  assert.equal(resolveTheme({ variant: 'clean' }, { ...seen, theme: '"><script>' }).variant, 'clean')
})

test('a served font names its style sheet, a system font does not', () => {
  assert.equal(resolveTheme({ variant: 'zen', font: 'instrument' }, seen).font, 'instrument')
  assert.equal(resolveTheme({ variant: 'zen', font: 'serif' }, seen).font, undefined)
  assert.equal(
    resolveTheme({ variant: 'zen', font: 'instrument' }, { ...seen, own: { font: 'Georgia' } }).font,
    undefined,
  )
})
