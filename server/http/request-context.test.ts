import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { clientIp } from '#kernel/http/client-ip.ts'
import { openKernel } from '#kernel/kernel.ts'
import { createLogger } from '#kernel/log.ts'
import { makeTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { createApp } from '../app.ts'
import { noDist } from '../dist.ts'
import { loggedPath } from './request-context.ts'

const base = await testApp()
const { public_key } = await makeTenant(base.database)
let written = ''
const log = createLogger('trace', new Writable({ write: (chunk, _, done) => ((written += chunk), done()) }))
const mail = { send: async () => undefined, close: async () => undefined }
const kernel = openKernel(base.config, base.appUrl, { log, mail })
base.beforeDrop(() => kernel.close())
const app = createApp(kernel, noDist)
const broken = createApp(
  {
    ...kernel,
    tenancy: {
      wasDeleted: () => Promise.resolve(false),
      byPublicKey: () =>
        Promise.reject(Object.assign(new Error('it broke'), { password: 'canary-in-error' })),
    },
  },
  noDist,
)

/** Log lines that one request caused. */
async function linesOf(path: string, init?: RequestInit, on = app) {
  written = ''
  const response = await on.request(new URL(path, base.config.publicUrl), init)
  const body = await response.text()
  return {
    response,
    body,
    lines: written
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}

test('[Q01] each request logs one line: method, path, status, duration, request id', async () => {
  const { response, lines } = await linesOf('/health/live?x=1')
  assert.equal(lines.length, 1)
  const { method, path, status, requestId, ms, msg, level } = lines[0]!
  assert.deepEqual([method, path, status, msg, level], ['GET', '/health/live', 200, 'request', 30])
  assert.equal(requestId, response.headers.get('x-request-id'))
  assert.ok(Number(ms) >= 0)
})

test('[Q01] a signed token in a path is not logged', async () => {
  const token = `${'a'.repeat(300)}.${'b'.repeat(43)}`
  const { lines } = await linesOf(`/library-stream/${token}/main.m3u8`)
  assert.equal(lines.at(-1)!.path, '/library-stream/…/main.m3u8')
  assert.ok(!written.includes('aaaa'))
})

test('a long path is logged in a time that grows with its length', () => {
  const startedAt = performance.now()
  // Half a second for ten million characters. A pattern that starts again at each character takes hours.
  assert.equal(loggedPath(`/${'a'.repeat(10_000_000)}`).length, 200)
  assert.ok(performance.now() - startedAt < 20_000)
})

test('[Q01] the log contains no query, key, token, cookie, password or value of a request, even after errors', async () => {
  const json = (body: object, apikey = base.anonKey) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey },
    body: JSON.stringify(body),
  })
  const session = `${'canary'.repeat(5)}.canary.canary`
  const requests: [path: string, init?: RequestInit][] = [
    ['/auth/v1/verify?token_hash=canary-token&type=signup&redirect_to=https://canary.example'],
    [`/rest/v1/tenants?name=eq.canary&apikey=canary-key`],
    [
      '/rest/v1/tenants',
      { headers: { apikey: base.anonKey, authorization: `Bearer ${session}`, cookie: 'sid=canary' } },
    ],
    [
      '/rest/v1/tenants',
      { headers: { apikey: public_key, authorization: 'Basic canary', 'x-forwarded-for': 'canary' } },
    ],
    ['/auth/v1/signup', json({ email: 'canary@example.test', password: 'canary-password-1' })],
    [
      '/auth/v1/token?grant_type=password',
      json({ email: 'canary@example.test', password: 'canary-password-2' }),
    ],
    ['/auth/v1/token?grant_type=refresh_token', json({ refresh_token: 'canary' })],
    ['/rest/v1/tenants', json({ name: 'canary', auth0_client_secret: 'canary' }, base.serviceKey)],
    ['/rest/v1/bolt_profiles', json({ user_id: 'canary' })],
    ['/functions/v1/order-status', json({ code: 'canary' }, public_key)],
    [
      '/webhooks/stripe/test/connect',
      { method: 'POST', body: '{"id":"canary"}', headers: { 'stripe-signature': 't=1,v1=canary' } },
    ],
    ['/connect/return?code=canary&state=canary'],
    ['/checkout/return?state=canary'],
    ['/embed/pay?tenant=canary&origin=https://canary.example'],
  ]
  for (const [path, init] of requests) {
    const { lines } = await linesOf(path, init)
    assert.ok(
      lines.some(({ msg }) => msg === 'request'),
      path,
    )
    assert.doesNotMatch(written, /canary/, path)
  }
})

test('[P08] a crash is logged with its stack; the response has none, in the format of its service', async () => {
  const told = {
    '/rest/v1/tenants': ['code', 'details', 'hint', 'message'],
    '/auth/v1/settings': ['code', 'error_code', 'msg'],
    '/functions/v1/order-status': ['code', 'error'],
  }
  for (const [path, fields] of Object.entries(told)) {
    const { response, body, lines } = await linesOf(path, { headers: { apikey: public_key } }, broken)
    assert.equal(response.status, 500, path)
    assert.deepEqual(Object.keys(JSON.parse(body) as object).toSorted(), fields, path)
    assert.doesNotMatch(body, /broke|canary|\.ts/)
    const fault = lines.find(({ level }) => level === 50)
    assert.ok(fault, `${path} logs its crash`)
    assert.match(JSON.stringify(fault), /request-context\.test\.ts/)
    assert.equal(fault.requestId, response.headers.get('x-request-id'))
    assert.doesNotMatch(written, /canary/)
  }
})

test('a long path is truncated, and a path cannot start a new log line', async () => {
  const { lines } = await linesOf(`/${'x'.repeat(5000)}%0a{"level":60}`)
  assert.equal(lines.length, 1)
  assert.equal(String(lines[0]!.path).length, 200)
})

test('[Q01] the log contains the details of an error, but no row that PostgreSQL quotes', () => {
  written = ''
  const error = Object.assign(new Error('violates a rule'), {
    code: '23514',
    detail: 'Failing row contains (canary)',
  })
  log.error({ err: error }, 'x')
  log.error({ err: 'only words' }, 'x')
  assert.match(written, /violates a rule.*23514.*request-context\.test\.ts/)
  assert.doesNotMatch(written, /canary/)
  assert.match(written, /only words/)
})

test('the log redacts fields with names of secrets, up to three levels deep', () => {
  written = ''
  log.info({ token: 'canary', a: { password: 'canary', b: { authorization: 'canary' } }, kept: 'yes' }, 'x')
  assert.doesNotMatch(written, /canary/)
  assert.match(written, /"kept":"yes"/)
})

test('[P05] the client address is the socket’s, or the one that the outermost trusted proxy reports', () => {
  const socket = '10.0.0.1'
  const cases: [forwarded: string | undefined, proxies: number, address: string][] = [
    [undefined, 0, socket],
    ['203.0.113.7', 0, socket],
    [undefined, 1, socket],
    ['', 1, socket],
    ['203.0.113.7', 1, '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7', 1, '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7, 10.0.0.2', 2, '203.0.113.7'],
    ['6.6.6.6,203.0.113.7,10.0.0.2', 2, '203.0.113.7'],
    ['203.0.113.7', 2, socket],
    ['2001:db8::1', 1, '2001:db8::1'],
    ['[2001:db8::1]:4711', 1, '2001:db8::1'],
    ['203.0.113.7:4711', 1, '203.0.113.7'],
    ['unknown', 1, socket],
    ['203.0.113.7, ', 1, socket],
    ['x'.repeat(1000), 1, socket],
    ["203.0.113.7'--", 1, socket],
    ['999.1.1.1', 1, socket],
  ]
  for (const [forwarded, proxies, address] of cases)
    assert.equal(clientIp(socket, forwarded, proxies), address, `${forwarded} behind ${proxies}`)
})
