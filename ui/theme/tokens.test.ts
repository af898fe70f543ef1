import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contrast, readPalettes } from './read-palettes.ts'

const palettes = readPalettes(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8'))

/** Foregrounds, their backgrounds and the minimum WCAG 2.2 ratio: 4.5 for text, 3 for icons and borders. */
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
  ['code-text code-dim code-tag code-attr code-str', 'code-bg', 4.5],
  ['control focus accent', 'bg surface', 3],
  ['ok warn danger', 'surface', 3],
  ['chart-1 chart-2 chart-3 chart-4', 'surface', 3],
]

test('every color pair in use has enough contrast in all six palettes', () => {
  const failures: string[] = []
  let seen = 0
  for (const [name, palette] of Object.entries(palettes))
    for (const [foregrounds, grounds, least] of PAIRS)
      for (const foreground of foregrounds.split(' '))
        for (const ground of grounds.split(' ')) {
          seen += 1
          const ratio = contrast(palette[foreground]!, palette[ground]!)
          if (!(ratio >= least))
            failures.push(`${name}: ${foreground} on ${ground} is ${ratio}, needs ${least}`)
        }
  assert.deepEqual(failures, [])
  assert.equal(seen, 318)
})

test('[S3-072] the themes are clean, retro and zen, each light and dark, with the same tokens', () => {
  const names = ['clean-light', 'clean-dark', 'retro-light', 'retro-dark', 'zen-light', 'zen-dark']
  assert.deepEqual(Object.keys(palettes), names)
  const tokens = Object.keys(palettes['clean-light']!)
  for (const name of names) assert.deepEqual(Object.keys(palettes[name]!), tokens, name)
})

test('the contrast ratio matches WCAG examples', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.ok(Math.abs(contrast('#767676', '#ffffff') - 4.54) < 0.01)
})
