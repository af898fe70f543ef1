import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { after, test } from 'node:test'
import { PATIENCE, listen } from './listen.ts'

const QUICK = {
  headersTimeout: 200,
  requestTimeout: 400,
  connectionsCheckingInterval: 50,
  keepAliveTimeout: 5000,
}
const port = await freePort()
const app = { fetch: async (request: Request) => new Response(await request.text()) }
const listening = await listen(app, '127.0.0.1', port, QUICK)
after(() => listening.stop())

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  return free
}

/** Sends the beginning, then a drop at a time. @returns what came back until the server closed, and after how long */
async function dribble(beginning: string, drop: string) {
  const socket: Socket = connect(port, '127.0.0.1')
  const startedAt = performance.now()
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.on('error', () => undefined)
  socket.write(beginning)
  const drops = setInterval(() => socket.writable && socket.write(drop), 20)
  await new Promise((closed) => socket.on('close', closed))
  clearInterval(drops)
  return { answer, ms: performance.now() - startedAt }
}

test('[P01] whoever sends nothing, or headers or a body drop by drop, is cut', async () => {
  const headers = 'POST / HTTP/1.1\r\nHost: localhost\r\n'
  const [silent, slowHeaders, slowBody] = await Promise.all([
    dribble('', ''),
    dribble(headers, 'x: y\r\n'),
    dribble(`${headers}Content-Length: 100000\r\n\r\n`, ' '),
  ])
  for (const { answer, ms } of [silent, slowHeaders, slowBody]) {
    // A drop that arrives too late may push the answer out of the client's hands.
    assert.match(answer, /^(HTTP\/1\.1 408 |$)/)
    assert.ok(ms < 3000, `${ms} ms`)
  }
})

test('[P01] in service that takes at most 30 seconds', () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = PATIENCE
  assert.ok(Math.max(headersTimeout, requestTimeout) + connectionsCheckingInterval <= 30_000)
})

test('a request in time is answered, and its connection kept', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'in time' })
  assert.equal(await response.text(), 'in time')
  assert.match(response.headers.get('connection') ?? '', /keep-alive/)
})
