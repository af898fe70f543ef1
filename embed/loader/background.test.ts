import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contrast, readPalettes } from '#ui/theme/read-palettes.ts'
import { chooseLook, type Color, readColor, under } from './background.ts'

const palettes = readPalettes(readFileSync(new URL('../../ui/theme/tokens.css', import.meta.url), 'utf8'))
const hex = (color: Color) =>
  `#${color
    .slice(0, 3)
    .map((c) =>
      Math.round(c * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
const bytes = (...[r, g, b]: [number, number, number]): Color => [r / 255, g / 255, b / 255, 1]
const gray = (level: number) => bytes(level, level, level)

const hosts: [name: string, color: Color, mode: string][] = [
  ['white', [1, 1, 1, 1], 'light'],
  ['the bakery’s cream', bytes(0xf4, 0xe7, 0xd3), 'light'],
  ['the studio’s sand', bytes(0xef, 0xeb, 0xe3), 'light'],
  ['the cycle shop’s black', bytes(0x11, 0x11, 0x11), 'dark'],
  ['navy', bytes(10, 20, 60), 'dark'],
]
for (const [name, color, mode] of hosts)
  test(`on ${name} the block is ${mode}, without a panel`, () => {
    assert.deepEqual(chooseLook(color), { mode, panel: false })
  })

test('on a middle gray, where no text has contrast, the block gets a panel', () => {
  assert.equal(chooseLook(gray(0x77)).panel, true)
})

test('over a picture the block gets a panel', () => {
  assert.equal(chooseLook(undefined).panel, true)
})

test('without a panel, secondary text of every theme has a contrast of 4.5 on the background', () => {
  let checked = 0
  for (let level = 0; level < 256; level++) {
    const { mode, panel } = chooseLook(gray(level))
    if (panel) continue
    for (const theme of ['clean', 'retro', 'zen']) {
      const text = palettes[`${theme}-${mode}`]!['text-2']!
      // The loader's shorter curve costs up to a hundredth.
      assert.ok(contrast(text, hex(gray(level))) > 4.4, `${theme} ${mode} on ${level}`)
      checked++
    }
  }
  assert.ok(checked > 300, `${checked} pairs`)
})

test('translucent layers are painted over what is behind them', () => {
  const transparent: Color = [0, 0, 0, 0]
  const veil = under(transparent, [0, 0, 0, 0.5])
  assert.deepEqual(veil, [0, 0, 0, 0.5])
  assert.deepEqual(under(veil, [1, 1, 1, 1]), [0.5, 0.5, 0.5, 1])
  assert.deepEqual(under(under(transparent, [1, 0, 0, 0.5]), [0, 0, 0, 1]), [0.5, 0, 0, 1])
  assert.deepEqual(under([0.1, 0.2, 0.3, 1], [0.9, 0.9, 0.9, 1]), [0.1, 0.2, 0.3, 1])
})

test('mixed colors are read as sRGB numbers, with and without alpha', () => {
  assert.deepEqual(readColor('color(srgb 1 0 0.2)'), [1, 0, 0.2, 1])
  assert.deepEqual(readColor('color(srgb 0 5e-1 1 / 0.25)'), [0, 0.5, 1, 0.25])
})
