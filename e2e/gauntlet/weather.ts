// A way to our server that may be slow, broken or cut: what a browser's own switches do in one engine, for all of them.
import { Agent, type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { FAILURES } from './recorder.ts'

export interface Weather {
  /** Paths it is about; all when left out. */
  only?: RegExp
  /** Milliseconds before anything comes. */
  latency?: number
  bytesPerSecond?: number
  /** Answered instead of asking the server. */
  status?: number
  /** The connection is closed, or nothing ever comes. */
  cut?: 'closed' | 'silent'
}

export interface Way {
  /** Origin at which our server is reached. */
  origin: string
  /** Paths that were asked for, in order. */
  asked: string[]
  turn(weather: Weather): void
  clear(): void
  /** Where it leads, once the server is there. */
  leadTo(server: string): void
}

const WATCH = '/gauntlet-errors.js'

/**
 * WebKitGTK keeps no secure cookies of http, not even of localhost, where other engines do; of https it keeps them. Those
 * of the own site travel here under a name that asks for no more.
 */
const [SECURED, PLAIN] = ['__Host-bb-login-', 'plain-bb-login-']
const plain = (cookie: string) =>
  cookie.startsWith(SECURED) ? cookie.replace(SECURED, PLAIN).replace('; Secure', '') : cookie

/** Slow 3G, as browsers' developer tools have it. */
export const SLOW_3G: Weather = { latency: 400, bytesPerSecond: 50_000 }

/** @param watched whether our own documents keep their errors for the engine to read */
export async function openWay(watched: boolean): Promise<Way> {
  const agent = new Agent({ keepAlive: true })
  const { promise: led, resolve: leadTo } = Promise.withResolvers<string>()
  let now: Weather = {}
  const asked: string[] = []

  async function pass(asking: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asking.url!
    asked.push(path)
    const weather = now.only?.test(path) === false ? {} : now
    if (path === WATCH) return void answer.writeHead(200, { 'content-type': 'text/javascript' }).end(FAILURES)
    if (weather.cut === 'silent') return
    if (weather.cut === 'closed') return void asking.socket.destroy()
    if (weather.status)
      return void answer.writeHead(weather.status, { 'content-type': 'text/plain' }).end('Out of order')
    // Others may call before it is there: the provider's events.
    const server = await led
    const { method } = asking
    const headers = { ...asking.headers, ...(watched && { 'accept-encoding': 'identity' }) }
    if (watched && headers.cookie) headers.cookie = headers.cookie.replaceAll(PLAIN, SECURED)
    const onward = request(server + path, { method, headers, agent }, (told) => {
      const document = watched && path.startsWith('/embed/') && told.statusCode === 200
      if (document) delete told.headers['content-length']
      if (watched && told.headers['set-cookie'])
        told.headers['set-cookie'] = told.headers['set-cookie'].map(plain)
      answer.writeHead(told.statusCode!, told.headers)
      if (weather.latency || document) void trickle(told, answer, weather, document)
      else told.pipe(answer)
    })
    onward.on('error', () => asking.socket.destroy())
    asking.pipe(onward)
  }

  const way = createServer((asking, answer) => void pass(asking, answer)).listen(0, '127.0.0.1')
  await new Promise((resolve) => way.once('listening', resolve))
  after(() => {
    agent.destroy()
    way.closeAllConnections()
    way.close()
  })
  return {
    origin: `http://localhost:${(way.address() as AddressInfo).port}`,
    asked,
    turn(weather) {
      now = weather
      // A line that is cut takes down what is under way, too.
      if (weather.cut) way.closeAllConnections()
    },
    clear: () => (now = {}),
    leadTo,
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
