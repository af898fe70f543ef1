import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contrast, readPalettes } from '#ui/tokens-reader.ts'
import { blend, chooseLook, type Colour, readColour } from './background.ts'

const palettes = readPalettes(readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8'))
const hex = (colour: Colour) =>
  `#${colour
    .slice(0, 3)
    .map((c) => Math.round(c).toString(16).padStart(2, '0'))
    .join('')}`
const grey = (level: number): Colour => [level, level, level, 1]

const hosts: [name: string, colour: Colour, mode: string][] = [
  ['white', [255, 255, 255, 1], 'light'],
  ['the bakery’s cream', [0xf4, 0xe7, 0xd3, 1], 'light'],
  ['the studio’s sand', [0xef, 0xeb, 0xe3, 1], 'light'],
  ['the cycle shop’s black', [0x11, 0x11, 0x11, 1], 'dark'],
  ['navy', [10, 20, 60, 1], 'dark'],
]
for (const [name, colour, mode] of hosts)
  test(`on ${name} the block is ${mode}, without a panel`, () => {
    assert.deepEqual(chooseLook(colour), { mode, panel: false })
  })

test('on a middle grey, where no text has contrast, the block gets a panel', () => {
  assert.equal(chooseLook(grey(0x77)).panel, true)
})

test('over a picture the block gets a panel', () => {
  assert.equal(chooseLook(undefined).panel, true)
})

test('without a panel, secondary text of every theme has 4.5 on the background', () => {
  let checked = 0
  for (let level = 0; level < 256; level++) {
    const { mode, panel } = chooseLook(grey(level))
    if (panel) continue
    for (const theme of ['clean', 'retro', 'zen']) {
      const text = palettes[`${theme}-${mode}`]!['text-2']!
      // A hundredth is the price of the loader's shorter curve.
      assert.ok(contrast(text, hex(grey(level))) > 4.4, `${theme} ${mode} on ${level}`)
      checked++
    }
  }
  assert.ok(checked > 300, `${checked} pairs`)
})

test('half-transparent layers are painted over what lies behind them', () => {
  assert.deepEqual(blend([[0, 0, 0, 0.5]], [255, 255, 255, 1]), [127.5, 127.5, 127.5, 1])
  assert.deepEqual(
    blend(
      [
        [255, 0, 0, 0.5],
        [0, 0, 0, 1],
      ],
      [255, 255, 255, 1],
    ),
    [127.5, 0, 0, 1],
  )
})

test('computed colours are read in both notations of rgb', () => {
  assert.deepEqual(readColour('rgb(1, 2, 3)'), [1, 2, 3, 1])
  assert.deepEqual(readColour('rgba(1, 2, 3, 0.25)'), [1, 2, 3, 0.25])
})
