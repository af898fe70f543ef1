import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, storageKills } from './storage-kills/run.ts'

test('a server that is killed during uploads shows no partial file, loses no confirmed file, and leaves no orphaned bytes', async () => {
  const figures = await storageKills(2, 'disk')
  assert.deepEqual(faultsOf(figures), [], JSON.stringify(figures))
  assert.ok(figures.objects > 0)
  assert.ok(Object.values(figures.confirmed).every((count) => count > 0))
})
