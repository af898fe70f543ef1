import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { freePorts } from '#testing/test-instance.ts'
import { listen } from './listen.ts'

/** A server whose responses wait until they are released. */
async function slowServer() {
  const [port] = await freePorts(1)
  const waiting: (() => void)[] = []
  let arrived = () => {}
  const app = {
    fetch: async (asked: Request) => {
      if (new URL(asked.url).pathname === '/quick') return new Response('quick')
      const answer = new Promise<void>((release) => waiting.push(release))
      arrived()
      await answer
      return new Response('done')
    },
  }
  const listening = await listen(app, 'localhost', port!)
  return {
    port: port!,
    stop: () => listening.stop(),
    release: () => waiting.splice(0).forEach((go) => go()),
    nextArrival: () => new Promise<void>((resolve) => (arrived = resolve)),
  }
}

async function ask(port: number, path: string, agent: Agent) {
  const asked = request({ host: '127.0.0.1', port, path, agent }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let body = ''
  for await (const part of answer) body += part
  return { body, headers: answer.headers }
}

test('[S05] a stop accepts no new requests, finishes running ones and then ends immediately', async () => {
  const server = await slowServer()
  const agent = new Agent({ keepAlive: true })
  await ask(server.port, '/quick', agent)
  const arrival = server.nextArrival()
  const underWay = ask(server.port, '/slow', agent)
  await arrival
  const idle = connect(server.port, '127.0.0.1')
  await once(idle, 'connect')

  const startedAt = performance.now()
  const stopped = server.stop()
  const refused = connect(server.port, '127.0.0.1')
  const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException]
  assert.equal(error.code, 'ECONNREFUSED')
  server.release()
  const { body, headers } = await underWay
  assert.equal(body, 'done')
  assert.equal(headers.connection, 'close', 'the response closes the connection')
  await stopped
  assert.ok(performance.now() - startedAt < 2000, `${performance.now() - startedAt} ms`)
  idle.destroy()
  agent.destroy()
})

test('`localhost` means exactly the two loopback addresses', async () => {
  const server = await slowServer()
  for (const host of ['127.0.0.1', '::1']) {
    const socket = connect(server.port, host)
    await once(socket, 'connect')
    socket.destroy()
  }
  await server.stop()
})

test('the error for a port in use names it and the remedy', async () => {
  const server = await slowServer()
  await assert.rejects(
    listen({ fetch: () => new Response() }, 'localhost', server.port),
    new RegExp(`Port ${server.port} is taken: stop the other program, or set PORT`),
  )
  await server.stop()
})
