import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readPalettes } from '#ui/theme/read-palettes.ts'
import { splitTokens } from './theme-css.ts'

const tokens = `
/* a comment { with braces } */
:root,
[data-theme='clean'][data-mode='light'] { --bb-bg: #fff; --bb-line: #ddd; --bb-unused: #000; color-scheme: light; }
[data-theme='zen'][data-mode='dark'] { --bb-bg: #010; --bb-line: #121; }
:root, [data-theme] { --bb-edge: color-mix(in oklab,
    var(--bb-line), #000); }
[data-theme='zen'] { --bb-r: 9px; }
@media (prefers-reduced-motion: reduce) { :root { --bb-move: 0; } }
`
const styles =
  '.a { border: 1px solid var(--bb-edge); background: var(--bb-bg) } .b { left: calc(var(--bb-move)*1px) }'

test('each theme gets its own palettes and shape, the rest is shared', () => {
  const { shared, themes } = splitTokens(tokens, styles)
  assert.deepEqual(Object.keys(themes), ['clean', 'zen'])
  assert.equal(
    themes['clean'],
    "[data-theme='clean'][data-mode='light']{--bb-bg:#fff;--bb-line:#ddd;color-scheme:light}\n",
  )
  assert.match(themes['zen']!, /^\[data-theme='zen'\]\[data-mode='dark'\]\{--bb-bg:#010;--bb-line:#121\}\n$/)
  assert.equal(
    shared,
    ':root,[data-theme]{--bb-edge:color-mix(in oklab, var(--bb-line), #000)}\n' +
      '@media (prefers-reduced-motion: reduce){:root{--bb-move:0}}\n',
  )
})

test('a variable that only another variable reads stays', () => {
  assert.match(splitTokens(tokens, 'a{color:var(--bb-edge)}').themes['clean']!, /--bb-line/)
  assert.doesNotMatch(splitTokens(tokens, 'a{color:var(--bb-edge)}').themes['clean']!, /--bb-bg/)
})

test('in the real tokens every theme keeps its colors in both modes', () => {
  const css = readFileSync(new URL('../ui/theme/tokens.css', import.meta.url), 'utf8')
  const { themes } = splitTokens(css, 'a{color:var(--bb-text);background:var(--bb-surface)}')
  for (const [name, palette] of Object.entries(readPalettes(css))) {
    const [theme, mode] = name.split('-')
    const rule = themes[theme!]!.split('\n').find((line) =>
      line.startsWith(`[data-theme='${theme}'][data-mode='${mode}']`),
    )
    assert.ok(rule, name)
    assert.ok(rule.includes(`--bb-text:${palette['text']}`), name)
    assert.ok(rule.includes(`--bb-surface:${palette['surface']}`), name)
  }
})
