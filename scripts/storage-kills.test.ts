import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, storageKills } from './storage-kills/run.ts'

test('a server that is killed while files arrive shows none by halves, loses none that it confirmed, and leaves no bytes behind', async () => {
  const figures = await storageKills(2, 'disk')
  assert.deepEqual(faultsOf(figures), [], JSON.stringify(figures))
  assert.ok(figures.objects > 0)
  assert.ok(Object.values(figures.confirmed).every((count) => count > 0))
})
