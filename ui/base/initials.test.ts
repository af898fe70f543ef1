import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initials } from './initials.ts'

test('initials are the first letters of the first and the last word', () => {
  const samples = {
    'Hearth & Rye': 'HR',
    'Stillwater Yoga': 'SY',
    'the old town bakery': 'TB',
    'mara@hearthandrye.com': 'M',
    'mara.lindqvist@example.com': 'ML',
    Ärzte: 'Ä',
    '9 Lives': '9L',
    '&&': '',
    '': '',
  }
  for (const [name, letters] of Object.entries(samples)) assert.equal(initials(name), letters, name)
})
