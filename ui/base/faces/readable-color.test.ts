import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast } from '#ui/theme/read-palettes.ts'
import { readableOn } from './readable-color.ts'

const CHOSEN = ['#ffffff', '#000000', '#ffee00', '#0e60d2', '#c71585', '#808080', '#00ff00', '#333333']

test('any color becomes legible on light and dark pages', () => {
  for (const color of CHOSEN) {
    assert.ok(contrast(readableOn(color, 'light'), '#ffffff') >= 5.4, `${color} on white`)
    assert.ok(contrast(readableOn(color, 'dark'), '#14171e') >= 5.4, `${color} on dark`)
    // A page background that is not quite white.
    assert.ok(contrast(readableOn(color, 'light'), '#f4e7d3') >= 4.4, `${color} on cream`)
  }
})

test('a color that is already legible does not change', () => {
  assert.equal(readableOn('#0e60d2', 'light'), '#0e60d2')
  assert.equal(readableOn('#ffee00', 'dark'), '#ffee00')
})
