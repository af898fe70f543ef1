import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { endpoint } from '#kernel/browser/endpoint.ts'
import { contract } from '#kernel/contract.ts'
import { anyone } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import { openKernel } from '#kernel/kernel.ts'
import { createLogger } from '#kernel/log.ts'
import { createApp } from '#server/app.ts'
import { noDist } from '#server/dist.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'

const nothing = contract(z.strictObject({}), z.strictObject({}))
const insert = (path: string, values: string) =>
  route(endpoint<object, object>('POST', path), anyone, nothing, ({ kernel, claims }) =>
    kernel.database.withClaims(claims, async (db) => {
      await sql`insert into public.visits (name, stars) values (${sql.raw(values)})`.execute(db)
      return {}
    }),
  )
const functions = [
  insert('/refused', `'Canary', 1`),
  insert('/odd', `'Anna', 9`),
  insert('/bad', `'Anna', 'Canary'`),
]

const base = await testApp()
let written = ''
const log = createLogger('info', new Writable({ write: (chunk, _, done) => ((written += chunk), done()) }))
const kernel = openKernel(base.config, base.appUrl, { log })
base.beforeDrop(() => kernel.close())
const call = functionCall(createApp(kernel, noDist, functions), base.anonKey)
await base.owner.query(`
  create table public.visits (name text primary key, stars integer check (stars between 1 and 5));
  select app.protect('public.visits');
  grant insert on public.visits to anon;
  create policy visitors_write on public.visits for insert to anon with check (name <> 'Canary')`)

const CASES = [
  [
    '/refused',
    403,
    'forbidden',
    { sqlState: '42501', message: 'new row violates row-level security policy for table "visits"' },
  ],
  [
    '/odd',
    400,
    'invalid_input',
    {
      sqlState: '23514',
      constraint: 'visits_stars_check',
      schema: 'public',
      table: 'visits',
      message: 'new row for relation "visits" violates check constraint "visits_stars_check"',
    },
  ],
  [
    '/bad',
    400,
    'invalid_input',
    { sqlState: '22P02', message: 'invalid input syntax for type integer: "…"' },
  ],
] as const
for (const [path, status, code, refusal] of CASES)
  test(`a function that the database rejects with ${refusal.sqlState} logs the cause with the request’s id`, async () => {
    written = ''
    const response = await call('POST', path, {})
    assert.deepEqual([response.status, response.body.code], [status, code])
    assert.doesNotMatch(JSON.stringify(response.body), /visits|policy/)
    const lines = written
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as Record<string, unknown>)
    const line = lines.find(({ msg }) => msg === 'the database refused the request')
    assert.deepEqual(line?.refusal, refusal)
    assert.deepEqual([line.answer, line.requestId], [code, response.headers.get('x-request-id')])
    assert.doesNotMatch(written, /Canary|Anna/)
  })
