// Calls by the unmodified official client over a real port: every body, method, option and response.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  FunctionRegion,
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
  createClient,
} from '@supabase/supabase-js'
import { makeTenant } from '#testing/factories.ts'
import { openPort } from '#testing/open-port.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { testFunctions } from '#testing/test-functions.ts'

const app = await testApp({ functions: testFunctions() })
const url = await openPort(app.app)
const tenant = await makeTenant(app.database)
const member = await signUp(app, tenant.public_key)
const QUIET = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
const client = createClient(url, tenant.public_key, { auth: QUIET })
const { functions } = client

/** The response of a successful call. */
async function invokeOk(name: string, options: Parameters<typeof functions.invoke>[1], by = functions) {
  const { data, error } = await by.invoke(name, options)
  assert.equal(error, null, await (error as { context?: Response } | null)?.context?.text?.())
  return data
}

test('invoke: every method reaches its function; the body is its input, also for DELETE', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const { input, method: seen } = await invokeOk('echo', { method, body: { name: 'rye', n: 1 } })
    assert.deepEqual([seen, input], [method, { name: 'rye', n: 1 }])
  }
  assert.deepEqual((await invokeOk('echo?q=bread', { method: 'GET' })).input, { q: 'bread' })
  assert.deepEqual((await invokeOk('echo?q=bread', { method: 'DELETE' })).input, { q: 'bread' })
  assert.equal((await invokeOk('echo', {})).method, 'POST', 'POST by default')
})

test('invoke: a query and a body must not contradict each other', async () => {
  const { error } = await functions.invoke('echo?id=1', { method: 'DELETE', body: { id: '2' } })
  assert.ok(error instanceof FunctionsHttpError)
  assert.equal((await error.context.json()).error, 'id in the body differs from the address')
})

test('invoke: headers arrive; a region is sent along and is not part of the input', async () => {
  const answer = await invokeOk('echo', {
    method: 'GET',
    headers: { 'x-custom': 'yes' },
    region: FunctionRegion.EuWest1,
  })
  assert.deepEqual([answer.header, answer.region, answer.input], ['yes', 'eu-west-1', {}])
  const { error } = await functions.invoke('echo', { body: {}, region: FunctionRegion.UsEast1 })
  assert.equal(error, null)
})

test('[P09] invoke: a body that is not JSON is refused, and the error says what to send', async () => {
  const bytes = new Uint8Array(70_000).map((_, i) => i % 256)
  const form = new FormData()
  form.set('name', 'rye')
  form.set('picture', new File(['loaf'], '../loaf.txt', { type: 'text/plain' }))
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
  const calls: [name: string, options: Parameters<typeof functions.invoke>[1]][] = [
    ['Blob', { body: new Blob([bytes]) }],
    ['typed Blob', { body: new Blob([bytes], { type: 'image/png' }) }],
    ['File', { body: new File([bytes], 'a.bin', { type: 'image/webp' }) }],
    ['ArrayBuffer', { body: bytes.buffer }],
    ['string', { body: 'Grüße 🍞' }],
    ['FormData', { body: form }],
    ['URL-encoded form', { body: 'name=r%C3%BCe+loaf', headers: urlencoded }],
  ]
  for (const [name, options] of calls) {
    const { error } = await functions.invoke('echo', options)
    assert.ok(error instanceof FunctionsHttpError, name)
    assert.equal(error.context.status, 415, name)
    assert.match((await error.context.json()).error, /Send .*json/i, name)
  }
})

test('invoke: JSON with a content type set by the caller is treated as that type', async () => {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  assert.deepEqual((await invokeOk('echo', { body: '{"a":1}', headers })).input, { a: 1 })
  // The client turns a stream into `{}`, whatever its content; this is what then arrives.
  const body = new Blob(['x']).stream() as ReadableStream<Uint8Array>
  assert.deepEqual((await invokeOk('echo', { body })).input, {})
})

test('invoke: responses are read by their type: JSON, text, blob, form, events', async () => {
  const kind = (name: string) => invokeOk('answers', { body: { kind: name } })
  assert.equal(await kind('text'), 'plain words')
  assert.equal(await ((await kind('pdf')) as Blob).text(), '%PDF')
  const bytes = (await kind('bytes')) as Blob
  assert.deepEqual(new Uint8Array(await bytes.arrayBuffer()), Uint8Array.of(0, 255))
  const form = (await kind('form')) as FormData
  assert.deepEqual([form.get('name'), await (form.get('file') as File).text()], ['rye', 'loaf'])
  const events = (await invokeOk('events', { body: {} })) as Response
  assert.equal(events.headers.get('content-type'), 'text/event-stream')
  assert.equal(
    await events.text(),
    'data: {"n":1,"text":"line\\n\\ndata: forged"}\n\nevent: tick\ndata: 2\n\n',
  )
})

test('[P08] invoke: an error response is a FunctionsHttpError with code, message and details; a crash has no details', async () => {
  const refused = await functions.invoke('answers', { body: { kind: 'refusal' } })
  assert.ok(refused.error instanceof FunctionsHttpError)
  assert.equal(refused.response?.status, 422)
  assert.deepEqual(await refused.error.context.json(), {
    error: 'There is no bread left',
    code: 'out_of_bread',
    details: { left: 0 },
  })
  const crashed = await functions.invoke('answers', { body: { kind: 'crash' } })
  assert.ok(crashed.error instanceof FunctionsHttpError)
  const body = await crashed.error.context.text()
  assert.deepEqual([crashed.response?.status, JSON.parse(body).code], [500, 'internal'])
  assert.doesNotMatch(body, /canary|\.ts/)
  assert.doesNotMatch(JSON.stringify([...crashed.response!.headers]), /hono|node\b|server/i, 'no banner')
})

test('invoke: an unreachable function is a FunctionsRelayError that says when to retry', async () => {
  const { error, response } = await functions.invoke('answers', { body: { kind: 'away' } })
  assert.ok(error instanceof FunctionsRelayError)
  assert.equal(response?.status, 503)
  assert.equal(response?.headers.get('retry-after'), '2')
  assert.match(response?.headers.get('access-control-expose-headers') ?? '', /x-relay-error/)
})

test('invoke: timeout and signal end the call as a FunctionsFetchError, and so does an unreachable server', async () => {
  const timedOut = await functions.invoke('never', { body: {}, timeout: 50 })
  assert.ok(timedOut.error instanceof FunctionsFetchError)
  const stop = new AbortController()
  const waiting = functions.invoke('never', { body: {}, signal: stop.signal })
  stop.abort()
  assert.ok((await waiting).error instanceof FunctionsFetchError)
  const both = await functions.invoke('never', {
    body: {},
    signal: new AbortController().signal,
    timeout: 50,
  })
  assert.ok(both.error instanceof FunctionsFetchError)
  const nowhere = createClient('http://127.0.0.1:1', tenant.public_key, { auth: QUIET })
  assert.ok((await nowhere.functions.invoke('echo')).error instanceof FunctionsFetchError)
})

test('setAuth: the caller’s session is sent along; a forged one is rejected', async () => {
  const signedIn = createClient(url, tenant.public_key, { auth: QUIET }).functions
  assert.deepEqual((await invokeOk('echo', {}, signedIn)).role, 'anon')
  signedIn.setAuth(member.access_token)
  const { role, sub } = await invokeOk('echo', {}, signedIn)
  assert.deepEqual([role, sub], ['end_user', member.user.id])
  const { error } = await signedIn.invoke('whoami', { body: {} })
  assert.equal((error as FunctionsHttpError).context.status, 401, 'a member is no creator')
  signedIn.setAuth(`${member.access_token.slice(0, -6)}AAAAAA`)
  const forged = await signedIn.invoke('echo', {})
  assert.equal((forged.error as FunctionsHttpError).context.status, 401)
})

test('[P08] an unknown function is 404, a wrong method 405 with the allowed ones; HEAD and OPTIONS respond', async () => {
  const headers = { apikey: tenant.public_key }
  for (const path of ['/nothing', '/echo/more', '', '/'])
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await fetch(`${url}/functions/v1${path}`, { method, headers })
      const body = await answer.json()
      // The description of the functions is there.
      if (method === 'GET' && path === '/') assert.match(body.openapi, /^3\.1\./)
      else assert.deepEqual([answer.status, body.code], [404, 'not_found'], `${method} ${path}`)
    }
  for (const [path, method, allow] of [
    ['/only-get', 'POST', 'GET, HEAD, OPTIONS'],
    ['/whoami', 'GET', 'POST, OPTIONS'],
    ['/echo', 'PROPFIND', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ] as const) {
    const answer = await fetch(`${url}/functions/v1${path}`, { method, headers })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, allow], path)
    assert.equal((await answer.json()).code, 'method_not_allowed')
  }
  const head = await fetch(`${url}/functions/v1/only-get`, { method: 'HEAD', headers })
  assert.deepEqual(
    [head.status, head.headers.get('content-type'), await head.text()],
    [200, 'application/json', ''],
  )
  const wrongHead = await fetch(`${url}/functions/v1/whoami`, { method: 'HEAD', headers })
  assert.deepEqual([wrongHead.status, await wrongHead.text()], [405, ''])
  const preflight = await fetch(`${url}/functions/v1/echo`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-headers': 'x-region,apikey' },
  })
  assert.equal(preflight.status, 204)
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /x-region/)
})

test('a response forwarded from another server has our headers too', async () => {
  const answer = await fetch(`${url}/functions/v1/answers`, {
    method: 'POST',
    redirect: 'manual',
    headers: { apikey: tenant.public_key, 'content-type': 'application/json' },
    body: '{"kind":"borrowed"}',
  })
  assert.deepEqual([answer.status, answer.headers.get('x-content-type-options')], [303, 'nosniff'])
})
