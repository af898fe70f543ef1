import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openSlowSockets, p99 } from '#testing/slow-sockets.ts'
import { freePorts } from '#testing/test-instance.ts'
import { CONNECTION_TIMEOUTS_MS, listen } from './listen.ts'

const QUICK = {
  headersTimeout: 1500,
  bodyGrace: 1500,
  bodyRate: 100_000,
  connectionsCheckingInterval: 100,
  keepAliveTimeout: 5000,
}
const [port] = (await freePorts(1)) as [number]
const app = {
  fetch: async (asked: Request) => {
    // A slow reader: here the server delays the body, not the client.
    if (new URL(asked.url).pathname === '/slow-reader') await pause(3000)
    return new Response(`${(await asked.arrayBuffer()).byteLength}`)
  },
}
const listening = await listen(app, '127.0.0.1', port, {
  timeouts: QUICK,
  publicUrl: 'https://blocks.example',
})
after(() => listening.stop())
const url = `http://127.0.0.1:${port}/`

const ask = async () =>
  assert.equal(await (await fetch(url, { method: 'POST', body: 'in time' })).text(), '7')

test('[P01] 180 connections that send nothing, or their headers or body very slowly, are closed and delay no other client', async () => {
  // Compares the response times of other clients with those before. Other load only increases them, so the
  // shortest of several series counts. A quiet machine needs one; with twenty busy processes six were too few.
  const before: number[] = []
  const during: number[] = []
  const ratio = () => Math.min(...during) / Math.min(...before)
  while (!(ratio() <= 2) && during.length < 20) {
    before.push(await p99(ask, 300, 4))
    const { closed } = await openSlowSockets(port, 60, 50, 'any')
    let open = true
    const all = closed.finally(() => (open = false))
    const wait = await p99(ask, 300, 4)
    if (open) during.push(wait)
    for (const { kind, answer } of await all) {
      // If a piece arrives too late, the server resets the connection, and the client may lose the response.
      assert.match(answer, /^(HTTP\/1\.1 408 [^]*"code":"request_timeout"}$|$)/, kind)
    }
  }
  assert.ok(ratio() <= 2, `others waited ${ratio().toFixed(1)} times as long`)
})

test('[P01] with the default timeouts, that takes at most 30 seconds', () => {
  const { headersTimeout, bodyGrace, connectionsCheckingInterval } = CONNECTION_TIMEOUTS_MS
  assert.ok(Math.max(headersTimeout, bodyGrace) + connectionsCheckingInterval <= 30_000)
  assert.ok(CONNECTION_TIMEOUTS_MS.bodyRate >= 1000, 'a piece per second is too slow')
})

test('a large body may take longer if it keeps arriving, or if the server reads it slowly', async () => {
  const upload = request(url, { method: 'POST' })
  for (let i = 0; i < 25; i++) {
    upload.write(Buffer.alloc(20_000))
    await pause(100)
  }
  upload.end()
  const [answer] = await once(upload, 'response')
  assert.equal(await textOf(answer), '500000')

  const whole = request(`${url}slow-reader`, { method: 'POST', headers: { 'content-length': '3000000' } })
  whole.end(Buffer.alloc(3_000_000))
  const [late] = await once(whole, 'response')
  assert.equal(await textOf(late), '3000000')
})

async function textOf(answer: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const part of answer) text += String(part)
  return text
}

/** Sends raw bytes. @returns everything received until the server closed the connection */
async function raw(...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.on('error', () => undefined)
  for (const part of parts) socket.write(part)
  await once(socket, 'close')
  return answer
}

const START = 'GET / HTTP/1.1\r\nHost: localhost\r\n'
const FAULTS: [what: string, text: string, status: RegExp][] = [
  ['a header of 64 kB', `${START}x: ${'x'.repeat(64_000)}\r\n\r\n`, /431/],
  ['1,000 headers of 64 kB', `${START}${`x: ${'y'.repeat(60)}\r\n`.repeat(1000)}\r\n`, /431/],
  ['an address of 64 kB', `GET /${'x'.repeat(64_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, /431/],
  ['no HTTP', 'nonsense\r\n\r\n', /400/],
  ['a header without a colon', `${START}nonsense\r\n\r\n`, /400/],
  ['two lengths', `${START}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, /400/],
  ['length and chunks', `${START}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, /400/],
  ['an unknown way of transfer', `${START}Transfer-Encoding: gzip\r\n\r\n`, /400/],
  ['TLS', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', /400/],
]

for (const [what, text, status] of FAULTS)
  test(`[P02] [P08] [K16] ${what} is refused in JSON, with the common headers and no banner`, async () => {
    const answer = await raw(text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1.1 ${status.source} `))
    const { error, code } = JSON.parse(body) as { error: string; code: string }
    assert.ok(error && code)
    for (const header of [
      /^content-type: application\/json$/m,
      /^x-content-type-options: nosniff$/m,
      /^referrer-policy: \w/m,
      /^permissions-policy: camera=\(\)/m,
      /^cross-origin-opener-policy: same-origin$/m,
      /^cross-origin-resource-policy: /m,
      /^strict-transport-security: max-age=/m,
      /^connection: close$/m,
    ])
      assert.match(head.replaceAll('\r', ''), header)
    assert.doesNotMatch(answer, /server:|x-powered-by|node|hono/i)
  })

test('a request in time gets a response, and its connection stays open', async () => {
  const response = await fetch(url, { method: 'POST', body: 'in time' })
  assert.equal(await response.text(), '7')
  assert.match(response.headers.get('connection') ?? '', /keep-alive/)
})
