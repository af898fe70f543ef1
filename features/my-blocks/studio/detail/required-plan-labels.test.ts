import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REQUIRED_PLANS } from '#features/my-blocks/kinds/access.ts'
import { planIsEnough } from './required-plan-labels.ts'

const opens = (plan: string, dayPass = false, active = true) =>
  REQUIRED_PLANS.filter((required) => planIsEnough({ active, plan, dayPass }, required))

test('a plan opens blocks that require it or a lower one; a day pass opens all', () => {
  assert.deepEqual(opens('free'), ['free'])
  assert.deepEqual(opens('pro'), ['free', 'pro'])
  assert.deepEqual(opens('business'), ['free', 'pro', 'business'])
  assert.deepEqual(opens('none', true), ['free', 'pro', 'business'])
  assert.deepEqual(opens('business', false, false), [])
})
