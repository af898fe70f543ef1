import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type WizardPlace, readWizardPlace, writeWizardPlace } from './wizard-address.ts'

const read = (query: string) => readWizardPlace(new URLSearchParams(query))

test('a step of the wizard survives a round trip through the URL', () => {
  const places: WizardPlace[] = [{ step: 1 }, { step: 2 }, { step: 3, tenant: 'a&b' }]
  for (const place of places) assert.deepEqual(read(writeWizardPlace(place)), place)
})

test('an invalid URL is the first step', () => {
  for (const query of ['', '?step=0', '?step=4', '?step=3', '?step=__proto__', '?tenant=x'])
    assert.deepEqual(read(query), { step: 1 }, query)
})
