import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lacksBusiness } from './business-plan.ts'

test('what needs Business is locked in live mode alone, without the plan and without a day pass', () => {
  const access = { active: true, plan: 'pro' as const, dayPass: false }
  assert.equal(lacksBusiness('live', access), true)
  assert.equal(lacksBusiness('test', access), false)
  assert.equal(lacksBusiness('live', { ...access, plan: 'business' }), false)
  assert.equal(lacksBusiness('live', { ...access, plan: 'business', active: false }), true)
  assert.equal(lacksBusiness('live', { ...access, dayPass: true }), false)
  assert.equal(lacksBusiness('live', undefined), false)
})
