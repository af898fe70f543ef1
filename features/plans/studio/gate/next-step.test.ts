import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextStep } from './next-step.ts'

const step = (onboarded: boolean, active: boolean, tenants: number) =>
  nextStep({ onboarded, active, tenants })

test('the gate leads through the steps in order', () => {
  assert.equal(step(false, false, 0), '/bolt/onboarding')
  assert.equal(step(true, false, 0), '/bolt/pricing')
  assert.equal(step(true, true, 0), '/studio/connect')
  assert.equal(step(true, true, 1), '/bolt/blocks')
})
