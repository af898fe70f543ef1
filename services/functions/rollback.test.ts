import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { endpoint } from '#kernel/browser/endpoint.ts'
import { contract } from '#kernel/contract.ts'
import { anyone } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'

const nothing = contract(z.strictObject({}), z.strictObject({}))
/** Two calls that each hold a lock that the other one needs next; both wait until both hold one. */
const both = { holding: 0, ready: Promise.withResolvers<void>() }

const crosswise = (path: string, [first, second]: readonly [number, number]) =>
  route(endpoint<object, object>('POST', path), anyone, nothing, ({ kernel }) =>
    kernel.database.asService('test: hold one thing and want another', async (db) => {
      await sql`select pg_advisory_xact_lock(4711, ${first})`.execute(db)
      if (++both.holding === 2) both.ready.resolve()
      await both.ready.promise
      await sql`select pg_advisory_xact_lock(4711, ${second})`.execute(db)
      return {}
    }),
  )
const overtaken = route(endpoint<object, object>('POST', '/overtaken'), anyone, nothing, ({ kernel }) =>
  kernel.database.asService('test: a failed serialization', async (db) => {
    await sql`do $$ begin raise exception 'could not serialize access' using errcode = '40001'; end $$`.execute(
      db,
    )
    return {}
  }),
)

const app = await testApp({ functions: [crosswise('/ab', [1, 2]), crosswise('/ba', [2, 1]), overtaken] })
const call = functionCall(app, app.anonKey)

test('in a deadlock of two calls, one succeeds and the other gets an error that says to retry, not a server error', async () => {
  const answers = await Promise.all([call('POST', '/ab', {}), call('POST', '/ba', {})])
  const [done, undone] = answers.toSorted((a, b) => a.status - b.status)
  assert.deepEqual([done!.status, undone!.status], [200, 409])
  assert.deepEqual(undone!.body, {
    error: 'Someone else changed this at the same time. Please try again.',
    code: 'conflict',
  })
})

test('a call that failed serialization also gets an error that says to retry', async () => {
  const { status, body } = await call('POST', '/overtaken', {})
  assert.deepEqual([status, body.code], [409, 'conflict'])
})
