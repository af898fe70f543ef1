import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandScore } from './command-score.ts'

test('the start of the label counts more than a later word, other words and the inside of one', () => {
  const scores = [
    commandScore('bre', 'Bread box'),
    commandScore('bre', 'Weekly bread box'),
    commandScore('bre', 'Weekly box', 'bread'),
    commandScore('rea', 'Weekly bread box'),
  ]
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  )
  assert.equal(new Set(scores).size, scores.length)
})

test('every word must be there, in any order', () => {
  assert.ok(commandScore('code corner', 'Embed Code', 'Corner Mill') > 0)
  assert.equal(commandScore('code harbour', 'Embed Code', 'Corner Mill'), 0)
  assert.equal(commandScore('br', 'Events from Stripe'), 0)
})

test('accents and capitals do not matter, and signs mean themselves', () => {
  assert.ok(commandScore('CAFE', 'Café am Fluß') > 0)
  assert.equal(commandScore('.*', 'Home'), 0)
  assert.ok(commandScore('(test)', 'Mill (test)') > 0)
})
