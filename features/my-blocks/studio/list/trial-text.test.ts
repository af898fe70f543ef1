import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trialText } from './trial-text.ts'

const ends = '2026-11-23T12:00:00Z'
const trial = { plan: 'Pro', price: '€19/month', ends, canceled: false }
const before = (hours: number) => Date.parse(ends) - hours * 3_600_000

test('a trial shows its remaining time and its price afterwards', () => {
  assert.equal(trialText(trial, before(72)), '3 days left. Pro continues at €19/month on 23 Nov 2026.')
  assert.equal(trialText(trial, before(49)), '3 days left. Pro continues at €19/month on 23 Nov 2026.')
  assert.match(trialText(trial, before(3)), /^Less than a day left\./)
  assert.match(trialText(trial, before(-1)), /^Ends now\./)
})

test('a canceled trial shows when it ends', () => {
  assert.equal(trialText({ ...trial, canceled: true }, before(30)), '2 days left. Pro ends on 23 Nov 2026.')
})
