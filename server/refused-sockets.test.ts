// WebSocket requests bypass the middleware, so this file checks the rules that every response must satisfy.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { openRealtime } from '#services/realtime/service.ts'
import { testApp } from '#testing/test-app.ts'
import { freePorts } from '#testing/test-instance.ts'
import { createApp } from './app.ts'
import { noDist } from './dist.ts'
import { listen } from './start/listen.ts'

const { kernel, anonKey } = await testApp({ env: { PUBLIC_URL: 'https://blocks.example' } })
const realtime = openRealtime(kernel)
const [port] = (await freePorts(1)) as [number]
const { publicUrl } = kernel.config
const app = createApp(kernel, noDist, undefined, realtime)
const listening = await listen(app, '127.0.0.1', port, { sockets: realtime, publicUrl })
after(async () => {
  await realtime.stop()
  await listening.stop()
})

async function upgrade(path: string, more: string[] = []): Promise<{ head: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.on('error', () => undefined)
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...more,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { head: head.replaceAll('\r', ''), body }
}

const SOCKET = '/realtime/v1/websocket?vsn=2.0.0'
const REFUSED: [what: string, path: string, status: number, more?: string[]][] = [
  ['no key', SOCKET, 401],
  ['an invalid key', `${SOCKET}&apikey=rubbish`, 401],
  ['an unknown public key', `${SOCKET}&apikey=pk_${'x'.repeat(24)}`, 401],
  ['an unknown version', `/realtime/v1/websocket?vsn=9.0.0&apikey=${anonKey}`, 400],
  ['a header of 64 kB', `${SOCKET}&apikey=${anonKey}`, 431, [`x: ${'x'.repeat(64_000)}`]],
  ['an address of 64 kB', `${SOCKET}&apikey=${'x'.repeat(64_000)}`, 431],
]

for (const [what, path, status, more] of REFUSED)
  test(`[K16] [P08] a socket request with ${what} is refused in JSON, with the common headers`, async () => {
    const { head, body } = await upgrade(path, more)
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), body)
    const { error, code } = JSON.parse(body) as { error: string; code: string }
    assert.ok(error && code)
    for (const header of [
      /^x-content-type-options: nosniff$/m,
      /^referrer-policy: \w/m,
      /^permissions-policy: camera=\(\)/m,
      /^cross-origin-opener-policy: same-origin$/m,
      /^cross-origin-resource-policy: /m,
      /^strict-transport-security: max-age=31536000/m,
      /^cache-control: no-store$/m,
    ])
      assert.match(head, header)
    assert.doesNotMatch(head + body, /server:|x-powered-by|node_modules|\.ts\b/i)
  })
