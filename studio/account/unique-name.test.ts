import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uniqueName } from './unique-name.ts'

test('a taken name gets the next free number', () => {
  assert.equal(uniqueName('Key', []), 'Key')
  assert.equal(uniqueName('Key', ['Key', 'Key 3']), 'Key 2')
})
