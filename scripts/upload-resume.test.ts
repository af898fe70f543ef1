import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printedKeys } from '#testing/instance-keys.ts'
import { openInstance } from '#testing/test-instance.ts'
import { faultsOf, uploadResume } from './upload-resume/run.ts'

/** On a migrated database, because the start of a new one takes longer than the upload. */
async function open(settings: Record<string, string>) {
  const instance = await openInstance(settings)
  const { serviceRoleKey } = printedKeys(instance)
  return { ...instance, serviceRoleKey, stop: instance.close }
}

test('an upload of 60 MB goes on after its server was killed in the middle, and no byte is lost', async () => {
  const figures = await uploadResume(60, 1, undefined, open)
  assert.deepEqual(faultsOf(figures), [], JSON.stringify(figures))
})

test('a lost byte and a start from the beginning are faults', () => {
  const good = { megabytes: 60, kills: 1, resumedAt: [1], repeatedBytes: 0, digest: 'a', stored: 'a' }
  assert.deepEqual(faultsOf(good), [])
  for (const bad of [{ stored: 'b' }, { resumedAt: [] }, { resumedAt: [0] }, { repeatedBytes: 1e9 }])
    assert.equal(faultsOf({ ...good, ...bad }).length, 1, JSON.stringify(bad))
})
