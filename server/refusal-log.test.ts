import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { Hono } from 'hono'
import type { ErrorHandler } from 'hono'
import pg from 'pg'
import type { AppEnv } from '#kernel/http/context.ts'
import { createLogger } from '#kernel/log.ts'
import { authError } from '#services/auth/error-bodies.ts'
import { functionError } from '#services/functions/errors.ts'
import { restError } from '#services/rest/errors.ts'
import { storageError } from '#services/storage/error-bodies.ts'

const MOUNTS: Record<string, ErrorHandler<AppEnv>> = { authError, functionError, restError, storageError }
for (const [name, handler] of Object.entries(MOUNTS))
  test(`${name} logs why the database refused, but no value of the row`, async () => {
    let written = ''
    const stream = new Writable({ write: (chunk, _, done) => ((written += chunk), done()) })
    const log = createLogger('info', stream).child({ requestId: 'request-1' })
    const refused = Object.assign(new pg.DatabaseError('violates check constraint "age"', 0, 'error'), {
      code: '23514',
      constraint: 'age',
      table: 'guests',
      detail: 'Failing row contains (canary).',
    })
    const app = new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set('log', log)
        await next()
      })
      .onError(handler)
      .get('/', () => {
        throw refused
      })
    const { status } = await app.request('/')
    assert.equal(status, 400)
    const { msg, requestId, refusal } = JSON.parse(written)
    assert.deepEqual([msg, requestId], ['the database refused the request', 'request-1'])
    assert.deepEqual(refusal, {
      sqlState: '23514',
      message: 'violates check constraint "age"',
      table: 'guests',
      constraint: 'age',
    })
    assert.doesNotMatch(written, /canary/)
  })
