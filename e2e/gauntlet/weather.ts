// A proxy in front of the server that can be slow, broken or offline: like a browser's network throttling,
// but for every engine.
import { Agent, type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { after } from 'node:test'
import { FAILURES } from './recorder.ts'

export interface Weather {
  /** Paths that are affected; all when omitted. */
  only?: RegExp
  /** Delay of the response in milliseconds. */
  latency?: number
  bytesPerSecond?: number
  /** Responds with this status without a request to the server. */
  status?: number
  /** Closes the connection, or never responds. */
  cut?: 'closed' | 'silent'
}

export interface Way {
  /** Origin at which browsers reach the server. */
  origin: string
  /** Requested paths, in order. */
  requestedPaths: string[]
  setConditions(weather: Weather): void
  clear(): void
  /** Sets the server to forward to, once it runs. */
  forwardTo(server: string): void
}

const WATCH = '/gauntlet-errors.js'

/**
 * WebKitGTK stores no secure cookies from http, not even from localhost, where other engines do; it stores
 * those from https. So the proxy renames the first-party sign-in cookies to names without a `__Host-` prefix
 * and drops `Secure`.
 */
const [SECURED, PLAIN] = ['__Host-bb-login-', 'plain-bb-login-']
const plain = (cookie: string) =>
  cookie.startsWith(SECURED) ? cookie.replace(SECURED, PLAIN).replace('; Secure', '') : cookie

/** Slow 3G, as in browsers' developer tools. */
export const SLOW_3G: Weather = { latency: 400, bytesPerSecond: 50_000 }

/** @param watched whether the product's documents record their errors for the engine to read */
export async function openWay(watched: boolean): Promise<Way> {
  const agent = new Agent({ keepAlive: true })
  const { promise: targetSet, resolve: forwardTo } = Promise.withResolvers<string>()
  let current: Weather = {}
  const requestedPaths: string[] = []

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url!
    requestedPaths.push(path)
    const weather = current.only?.test(path) === false ? {} : current
    if (path === WATCH)
      return void outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(FAILURES)
    if (weather.cut === 'silent') return
    if (weather.cut === 'closed') return void incoming.socket.destroy()
    if (weather.status)
      return void outgoing.writeHead(weather.status, { 'content-type': 'text/plain' }).end('Out of order')
    // The provider's events may arrive before the server runs.
    const server = await targetSet
    const { method } = incoming
    const headers = { ...incoming.headers, ...(watched && { 'accept-encoding': 'identity' }) }
    if (watched && headers.cookie) headers.cookie = headers.cookie.replaceAll(PLAIN, SECURED)
    const forwarded = request(server + path, { method, headers, agent }, (upstream) => {
      const document = watched && path.startsWith('/embed/') && upstream.statusCode === 200
      if (document) delete upstream.headers['content-length']
      if (watched && upstream.headers['set-cookie'])
        upstream.headers['set-cookie'] = upstream.headers['set-cookie'].map(plain)
      outgoing.writeHead(upstream.statusCode!, upstream.headers)
      if (weather.latency || document) void trickle(upstream, outgoing, weather, document)
      else upstream.pipe(outgoing)
    })
    forwarded.on('error', () => incoming.socket.destroy())
    incoming.pipe(forwarded)
  }

  /** Connects a socket, such as that of the realtime service, to the server's. */
  async function passSocket(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    requestedPaths.push(incoming.url!)
    const { port, hostname } = new URL(await targetSet)
    const upstream = connect(Number(port), hostname, () => {
      const { rawHeaders, method, url, httpVersion } = incoming
      const lines = rawHeaders.flatMap((name, at) => (at % 2 ? [] : `${name}: ${rawHeaders[at + 1]}`))
      upstream.write(`${method} ${url} HTTP/${httpVersion}\r\n${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    for (const [one, other] of [
      [upstream, socket],
      [socket, upstream],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  }

  const proxy = createServer((incoming, outgoing) => void pass(incoming, outgoing)).listen(0, '127.0.0.1')
  // Sockets are not affected by the conditions.
  proxy.on('upgrade', (incoming, socket, head) => void passSocket(incoming, socket, head))
  await new Promise((resolve) => proxy.once('listening', resolve))
  after(() => {
    agent.destroy()
    proxy.closeAllConnections()
    proxy.close()
  })
  return {
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    requestedPaths,
    setConditions(weather) {
      current = weather
      // Going offline also ends the open connections.
      if (weather.cut) proxy.closeAllConnections()
    },
    clear: () => (current = {}),
    forwardTo,
  }
}

async function trickle(
  from: IncomingMessage,
  to: ServerResponse,
  weather: Weather,
  document: boolean,
): Promise<void> {
  const { latency = 0, bytesPerSecond = Infinity } = weather
  const chunks: Buffer[] = []
  for await (const chunk of from) chunks.push(chunk as Buffer)
  let body = Buffer.concat(chunks)
  if (document)
    body = Buffer.from(body.toString().replace('<head>', `<head><script src="${WATCH}"></script>`))
  setTimeout(() => to.end(body), latency + (body.length / bytesPerSecond) * 1000)
}
