import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextStep } from './next-step.ts'

const everywhere = () => true
const step = (onboarded: boolean, active: boolean, tenants: number, exists = everywhere) =>
  nextStep({ onboarded, active, tenants }, exists)

test('the gate asks for one thing after the other', () => {
  assert.equal(step(false, false, 0), '/bolt/onboarding')
  assert.equal(step(true, false, 0), '/bolt/pricing')
  assert.equal(step(true, true, 0), '/studio/connect')
  assert.equal(step(true, true, 1), '/bolt/blocks')
})

test('nobody is led to a screen that is not there', () => {
  const nowhere = () => false
  assert.equal(step(false, true, 1, nowhere), '/bolt/studio')
  assert.equal(step(false, false, 1, nowhere), '/bolt/pricing')
})
