import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { queries } from './query-client.ts'

const TENANTS = ['tenants', 'mara']
afterEach(() => queries.clear())

/** Fetches the tenants, lets another query fail, and returns whether the tenants are fetched again. */
async function isStaleAfter(error: Error): Promise<boolean> {
  await queries.fetchQuery({ queryKey: TENANTS, queryFn: () => ['Hearth & Rye'] })
  const failing = { queryKey: ['stats'], queryFn: () => Promise.reject(error), retry: false }
  await assert.rejects(queries.fetchQuery(failing))
  return queries.getQueryState(TENANTS)!.isInvalidated
}

test('a response that the tenant does not exist refreshes the list of tenants', async () => {
  assert.equal(await isStaleAfter(Object.assign(new Error('gone'), { code: 'tenant_not_found' })), true)
})

test('other failures leave the list of tenants as it is', async () => {
  assert.equal(await isStaleAfter(Object.assign(new Error('busy'), { code: 'internal' })), false)
})
