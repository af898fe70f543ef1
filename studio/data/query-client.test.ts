import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { queries } from './query-client.ts'

const TENANTS = ['tenants', 'mara']
afterEach(() => queries.clear())

/** Fetches the tenants, lets another query fail, and returns whether the tenants are fetched again. */
async function isStaleAfter(failure: Error): Promise<boolean> {
  await queries.fetchQuery({ queryKey: TENANTS, queryFn: () => ['Hearth & Rye'] })
  const queryFn = async () => {
    throw failure
  }
  await assert.rejects(queries.fetchQuery({ queryKey: ['stats'], queryFn, retry: false }))
  return queries.getQueryState(TENANTS)!.isInvalidated
}

test('a response that the tenant does not exist refreshes the list of tenants', async () => {
  assert.equal(await isStaleAfter(Object.assign(new Error('gone'), { code: 'tenant_not_found' })), true)
})

test('such a response to a change does not: the form stays open with what was typed', async () => {
  await queries.fetchQuery({ queryKey: TENANTS, queryFn: () => ['Hearth & Rye'] })
  const change = queries.getMutationCache().build(queries, {
    async mutationFn() {
      throw Object.assign(new Error('gone'), { code: 'tenant_not_found' })
    },
  })
  await assert.rejects(change.execute(undefined))
  assert.equal(queries.getQueryState(TENANTS)!.isInvalidated, false)
})

test('other failures leave the list of tenants as it is', async () => {
  assert.equal(await isStaleAfter(Object.assign(new Error('busy'), { code: 'internal' })), false)
})
