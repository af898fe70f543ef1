import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandScore } from './command-score.ts'

test('a match at the start of the label scores highest, then a later word, a keyword and the inside of a word', () => {
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

test('every typed word must match, in any order', () => {
  assert.ok(commandScore('code corner', 'Embed Code', 'Corner Mill') > 0)
  assert.equal(commandScore('code harbour', 'Embed Code', 'Corner Mill'), 0)
  assert.equal(commandScore('br', 'Events from Stripe'), 0)
})

test('matching ignores accents and case and treats special characters literally', () => {
  assert.ok(commandScore('CAFE', 'Café am Fluß') > 0)
  assert.equal(commandScore('.*', 'Home'), 0)
  assert.ok(commandScore('(test)', 'Mill (test)') > 0)
})
