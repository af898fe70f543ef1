// Rules for every response of every mount. The mounts and their paths are read from the server, so that no
// new one can be forgotten.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { BODY_LIMIT } from '#kernel/http/body.ts'
import { openKernel } from '#kernel/kernel.ts'
import { createLogger } from '#kernel/log.ts'
import { databaseGate } from '#testing/database-gate.ts'
import { makeTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { createApp } from './app.ts'
import { noDist } from './dist.ts'

const built = await testApp({ env: { AUTH_LIMIT_FACTOR: '10000', PUBLIC_URL: 'https://blocks.example' } })
const { public_key } = await makeTenant(built.database)
const ID = '00000000-0000-4000-8000-000000000000'

/** Every path of the server, once, with parameters and wildcards filled in. */
const addresses = new Map(
  built.app.routes.map(({ method, path }) => {
    const filled = path.replaceAll(/:\w+(\{[^}]*\})?\??/g, ID).replaceAll('/*', '/nothing/at/all')
    return [`${method} ${filled}`, { method: method === 'ALL' ? 'GET' : method, path: filled }] as const
  }),
)
const wire = [
  ...new Set([...addresses.values()].map(({ path }) => /^\/\w+\/v\d+(?=\/)/.exec(path)?.[0])),
].filter((mount): mount is string => mount !== undefined)

/** A call to each mount of the wire API that reads JSON, with a key that is accepted. */
const READERS: Record<string, [method: string, path: string, key: string]> = {
  '/auth/v1': ['POST', '/token?grant_type=password', public_key],
  '/rest/v1': ['POST', '/bolt_blocks', public_key],
  '/functions/v1': ['POST', '/order-status', public_key],
  '/storage/v1': ['POST', '/bucket', built.serviceKey],
  '/realtime/v1': ['POST', '/api/broadcast', built.serviceKey],
}

const ask = (method: string, path: string, init: RequestInit = {}) =>
  built.request(path, { ...init, method, redirect: 'manual', duplex: 'half' } as RequestInit)

const CARRIED: [header: string, value: RegExp][] = [
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^(no-referrer|strict-origin(-when-cross-origin)?)$/],
  ['permissions-policy', /camera=\(\)/],
  ['cross-origin-opener-policy', /^(same-origin|unsafe-none)$/],
  ['cross-origin-resource-policy', /^(same|cross)-origin$/],
  ['content-security-policy', /./],
  ['strict-transport-security', /^max-age=31536000/],
  ['cache-control', /./],
  ['x-request-id', /^[0-9a-f-]{36}$/],
]

function carriesAll(told: string, { headers }: Response): void {
  for (const [header, value] of CARRIED)
    assert.match(headers.get(header) ?? 'missing', value, `${told}: ${header}`)
  assert.deepEqual([headers.get('server'), headers.get('x-powered-by')], [null, null], told)
}

test('the list sees every mount of the wire API', () => {
  assert.deepEqual(
    wire.toSorted(),
    Object.keys(READERS)
      .filter((mount) => wire.includes(mount))
      .toSorted(),
  )
  for (const mount of ['/auth/v1', '/rest/v1', '/functions/v1', '/storage/v1'])
    assert.ok(wire.includes(mount), mount)
  assert.ok(addresses.size > 150, String(addresses.size))
})

test('[K16] every response has every header, for any caller and any status', async () => {
  const seen = new Set<number>()
  for (const { method, path } of addresses.values())
    for (const headers of [{}, { apikey: public_key }, { apikey: 'rubbish' }] as Record<string, string>[]) {
      const answer = await ask(method, path, { headers })
      seen.add(answer.status)
      carriesAll(`${method} ${path} (${answer.status})`, answer)
      assert.ok(answer.status < 500 || answer.status === 503, `${method} ${path}: ${answer.status}`)
      await answer.body?.cancel()
    }
  for (const status of [200, 400, 401, 403, 404, 405])
    assert.ok(seen.has(status), `no response had status ${status}`)
})

describe('each mount of the wire API', () => {
  for (const mount of wire) {
    const [method, path, apikey] = READERS[mount]!
    const headers = { apikey, authorization: `Bearer ${apikey}` }
    const send = (body: BodyInit, more: Record<string, string>) =>
      ask(method, mount + path, {
        body,
        headers: { ...headers, 'content-type': 'application/json', ...more },
      })

    test(`[K16] ${mount}: responses to preflights and refused bodies have every header`, async () => {
      carriesAll('OPTIONS', await ask('OPTIONS', mount + path))
      carriesAll('413', await send('x', { 'content-length': String(BODY_LIMIT + 1) }))
      carriesAll('400', await send('{', {}))
    })

    test(`[P08] ${mount}: unknown paths and methods are refused in JSON, without a stack`, async () => {
      for (const [verb, at] of [
        ['GET', '/nothing/at/all'],
        ['POST', '/nothing/at/all'],
        ['DELETE', path],
        ['PROPFIND', path],
        ['TRACE2', path],
        ['GET', '/%00'],
        ['GET', '/%ff'],
        ['GET', '/..%2f..%2fetc%2fpasswd'],
      ] as const) {
        const answer = await ask(verb, mount + at, { headers })
        const text = await answer.text()
        assert.ok(answer.status >= 400 && answer.status < 500, `${verb} ${at}: ${answer.status} ${text}`)
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, `${verb} ${at}`)
        assert.equal(typeof JSON.parse(text), 'object')
        assert.doesNotMatch(text, /node_modules|\.ts\b|at \w+ \(/)
      }
    })

    test(`[P16] ${mount}: JSON over 1 MB gets 413, before it is read if its length is declared, else while it arrives`, async () => {
      let pulled = 0
      const unread = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 })
      const declared = await send(unread, { 'content-length': String(BODY_LIMIT + 1) })
      assert.deepEqual([declared.status, pulled], [413, 0])
      const pieces = new ReadableStream<Uint8Array>({
        pull(controller) {
          pulled++
          controller.enqueue(new Uint8Array(100_000).fill(32))
        },
      })
      const streamed = await send(pieces, {})
      assert.equal(streamed.status, 413)
      assert.ok(pulled < 20, `${pulled} pieces were read`)
      assert.equal(streamed.headers.get('connection'), 'close')
    })

    test(`[P04] ${mount}: compressed bodies and unknown encodings get 415 and are not unpacked`, async () => {
      const bomb = gzipSync(Buffer.alloc(20_000_000, ' '))
      for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'unheard-of']) {
        const answer = await send(bomb, { 'content-encoding': encoding })
        assert.equal(answer.status, 415, `${encoding}: ${await answer.text()}`)
      }
    })

    test(`[P09] ${mount}: JSON with another content type gets 415`, async () => {
      for (const type of [
        'text/plain',
        'text/plain;application/json',
        'application/json; charset=utf-7',
        'application/json; charset=utf-16',
        'application/json, text/plain',
        'application/xml',
      ]) {
        const answer = await send('{}', { 'content-type': type })
        assert.equal(answer.status, 415, `${type}: ${await answer.text()}`)
      }
    })
  }
})

test('[P12] 3,000 preflights of all mounts, each with another key and token, cause no database query', async () => {
  const gate = await databaseGate(built.appUrl)
  const kernel = openKernel(built.config, gate.url, { log: createLogger('silent') })
  built.beforeDrop(() => kernel.close())
  const app = createApp(kernel, noDist)
  await gate.shut()
  const mounts = wire.map((mount) => mount + READERS[mount]![1])
  for (let i = 0; i < 3000; i++) {
    const key = `pk_${i.toString(36).padStart(24, 'x')}`
    const answer = await app.request(new URL(mounts[i % mounts.length]!, built.config.publicUrl), {
      method: 'OPTIONS',
      headers: {
        origin: `https://shop${i}.example`,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,authorization,content-type',
        apikey: key,
        authorization: `Bearer ${key}`,
        'x-forwarded-for': `203.0.113.${i % 250}`,
      },
    })
    assert.equal(answer.status, 204)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  }
  // The actual requests would have queried it.
  const call = await app.request(new URL('/rest/v1/tenants', built.config.publicUrl), {
    headers: { apikey: public_key },
  })
  assert.equal(call.status, 503)
})
