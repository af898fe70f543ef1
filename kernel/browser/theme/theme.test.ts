import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCssColor } from './css-color.ts'
import { THEME_FONTS, fontStack } from './fonts.ts'
import { themeRules } from './theme-rules.ts'
import { OWN_NAMES, readCustomLook, readTheme, applyCustomLook } from './theme.ts'

/** Attempts to break out of a value, a rule or an element. */
const HOSTILE = [
  'red;}body{display:none}',
  'url(https://evil.example/x)',
  '#fff;background:url(//evil.example)',
  '</style><script>alert(1)</script>',
  'expression(alert(1))',
  'var(--secret)',
  'x"},*{color:red}',
  "Arial';}*{background:red",
  'Arial\\22;} *{color:red}',
  '@import "//evil.example"',
  '\n}\nhtml{display:none',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
]

test('[K03] whatever a theme or a host page contains, only colors, lengths and font names reach the style sheet', () => {
  const value =
    /^(#[0-9a-f]{6}|\d{1,3}px|(?:-?[\w-]+|"[\p{L}\p{N} -]+")(?:,(?:-?[\w-]+|"[\p{L}\p{N} -]+"))*)$/u
  for (const hostile of HOSTILE) {
    const everywhere = Object.fromEntries(OWN_NAMES.map((name) => [name, hostile]))
    const stored = readTheme({
      ...everywhere,
      variant: hostile,
      mode: hostile,
      light: everywhere,
      dark: everywhere,
      css: hostile,
      [hostile]: hostile,
    })
    assert.deepEqual(stored, { variant: 'clean' })
    const own = readCustomLook((name) => everywhere[name])
    const rules = themeRules(applyCustomLook(stored, { ...own, accent: '#336699' }))
    for (const [, body] of rules.matchAll(/\{([^}]*)\}/g))
      for (const declaration of body!.split(';'))
        assert.match(declaration.slice(declaration.indexOf(':') + 1), value, hostile)
    assert.doesNotMatch(rules.replaceAll(/"[^"]*"/g, ''), /url|expression|import|</)
  }
})

test('[K03] a theme that is not an object, or has wrong types, is its plain variant', () => {
  for (const nothing of [null, undefined, 7, 'zen', [], [{ variant: 'zen' }]])
    assert.deepEqual(readTheme(nothing), { variant: 'clean' })
  assert.deepEqual(
    readTheme({
      variant: 'zen',
      accent: ['#ffffff'],
      radius: '8',
      font: 3,
      mode: true,
      light: '#ffffff',
      dark: [1],
    }),
    { variant: 'zen' },
  )
})

test('a complete theme is read unchanged, and its rules cover both modes', () => {
  const theme = {
    variant: 'retro',
    mode: 'dark',
    accent: '#336699',
    radius: 6,
    font: 'serif',
    light: { surface: '#fffaf0' },
    dark: { accent: '#99ccff', text: '#ffffff', line: '#333333' },
  } as const
  assert.deepEqual(readTheme(theme), theme)
  const rules = themeRules(readTheme(theme))
  assert.match(rules, /^:root\[data-theme\]\{--bb-font:"Iowan Old Style",/)
  assert.match(rules, /:root\[data-theme\]\[data-mode=light\]\{--bb-bg:[^}]*--bb-accent:#336699/)
  assert.match(rules, /:root\[data-theme\]\[data-mode=dark\]\{--bb-bg:[^}]*--bb-accent:#99ccff/)
  assert.equal(themeRules({ variant: 'zen', mode: 'light' }), '')
})

test('colors are parsed in the notations that browsers compute', () => {
  const same: Record<string, string> = {
    '#ABC': '#aabbcc',
    '#0E60D2': '#0e60d2',
    '#0e60d2ff': '#0e60d2',
    'rgb(14, 96, 210)': '#0e60d2',
    'rgb(14 96 210 / 1)': '#0e60d2',
    'rgba(14,96,210,1)': '#0e60d2',
    'hsl(0, 100%, 50%)': '#ff0000',
    'hsl(120deg 100% 25%)': '#008000',
    'hsl(-120 100% 50%)': '#0000ff',
    'oklch(0.627955 0.257683 29.2339)': '#ff0000',
    'oklch(62.7955% 0.257683 29.2339deg)': '#ff0000',
    'oklab(0.86644 -0.233888 0.179498)': '#00ff00',
    'color(srgb 1 0 0)': '#ff0000',
    'color(srgb-linear 1 1 1)': '#ffffff',
    ' White ': '#ffffff',
  }
  for (const [text, color] of Object.entries(same)) assert.equal(readCssColor(text), color, text)
  for (const nothing of [
    '',
    'transparent',
    'currentcolor',
    'rgb(0 0 0 / 0.5)',
    '#12345',
    '#00000080',
    'rgb(1,2)',
    'rgb(e,e,e)',
  ])
    assert.equal(readCssColor(nothing), undefined, nothing)
})

test('a host page’s overrides win over the tenant’s theme, in both modes', () => {
  const said: Record<string, string> = {
    accent: 'rgb(255, 0, 0)',
    radius: '0.5rem',
    font: ' Georgia, serif ',
  }
  const own = readCustomLook((name) => said[name])
  assert.deepEqual(own, { accent: '#ff0000', radius: 8, font: 'Georgia, serif' })
  const resolved = applyCustomLook(
    { variant: 'zen', accent: '#00ff00', dark: { accent: '#0000ff', text: '#ffffff' } },
    own,
  )
  assert.equal(resolved.light?.accent, '#ff0000')
  assert.deepEqual(resolved.dark, { accent: '#ff0000', text: '#ffffff' })
  assert.equal(resolved.radius, 8)
})

test('a radius is a length, at most that of a pill', () => {
  const radius = (text: string) => readCustomLook((name) => (name === 'radius' ? text : '')).radius
  assert.deepEqual(['0', '12px', '1em', '900px', '.5rem'].map(radius), [0, 12, 16, 24, 8])
  for (const none of ['', '-4px', '50%', 'calc(1px)', '4vw', '1e9px']) assert.equal(radius(none), undefined)
})

test('a font is a supported id, or else a sanitized list of families', () => {
  for (const { id, stack } of THEME_FONTS) assert.equal(fontStack(id), stack)
  assert.equal(fontStack(`Georgia, 'Times New Roman', serif`), '"Georgia","Times New Roman",serif')
  assert.equal(fontStack('-apple-system, Grüße'), '-apple-system,"Grüße"')
  assert.equal(fontStack('url(x), ;}'), undefined)
  assert.equal(fontStack(`Wingdings 2, "Symbol", 'webdings', Symbola, Georgia`), '"Symbola","Georgia"')
  assert.equal(fontStack('Wingdings'), undefined, 'prices stay letters and digits')
})
