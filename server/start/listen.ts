import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { ConfigError } from '#kernel/config.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { fixedHeaders } from '#kernel/http/fixed-headers.ts'
import { answerFaults } from './connection-faults.ts'
import { cutSlowBodies } from './slow-bodies.ts'

/** Milliseconds that requests under way get to finish at a stop. */
const GRACE = 10_000

/**
 * Milliseconds that a connection may take; looked after every `connectionsCheckingInterval`. Whoever sends nothing, or
 * its headers or its body drop by drop, is cut within 30 seconds; a large body on an ordinary line may take its time
 * (slow-bodies.ts). Idle connections that were used before are kept longer than the minute after which proxies in
 * front give theirs up, so that neither side closes on the other.
 */
export const PATIENCE = {
  headersTimeout: 15_000,
  bodyGrace: 20_000,
  bodyRate: 10_000,
  connectionsCheckingInterval: 3_000,
  keepAliveTimeout: 65_000,
}

export interface Listening {
  /** Takes no new work, lets requests under way finish, then cuts what is left. */
  stop(): Promise<void>
}

/** Who takes over connections that become sockets. */
export interface Sockets {
  isSocket(request: IncomingMessage): boolean
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface ListenOptions {
  patience?: typeof PATIENCE
  sockets?: Sockets | undefined
  /** Address under which the server is known. */
  publicUrl?: string
}

/** Serves the app. `localhost` listens on both loopback addresses, since browsers try either first. */
export async function listen(
  app: Pick<Hono<AppEnv>, 'fetch'>,
  host: string,
  port: number,
  { patience = PATIENCE, sockets, publicUrl = '' }: ListenOptions = {},
): Promise<Listening> {
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
  const stops: (() => Promise<void>)[] = []
  for (const address of hosts) {
    const { headersTimeout, connectionsCheckingInterval, keepAliveTimeout } = patience
    const server = createAdaptorServer({
      fetch: app.fetch,
      serverOptions: {
        headersTimeout,
        requestTimeout: 0,
        connectionsCheckingInterval,
        keepAliveTimeout,
        maxHeaderSize: 32_768,
        // A request to upgrade to anything else is an ordinary request.
        shouldUpgradeCallback: (request) =>
          request.headers.upgrade?.toLowerCase() === 'websocket' && sockets?.isSocket(request) === true,
      },
    }) as Server
    cutSlowBodies(server, patience, answerFaults(server, fixedHeaders(publicUrl)))
    if (sockets)
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
        sockets.upgrade(request, socket, head),
      )
    const stop = stopper(server)
    if (await start(server, address, port)) stops.push(stop)
  }
  return { stop: () => Promise.all(stops.map((stop) => stop())).then(() => undefined) }
}

function start(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has no ::1.
      if (host === '::1' && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'))
        return resolve(false)
      if (error.code === 'EADDRINUSE')
        return reject(
          new ConfigError(`Port ${port} is taken: stop the other program, or set PORT to another one.`),
        )
      reject(error)
    })
    server.listen(port, host, () => resolve(true))
  })
}

/**
 * Stops a server: requests under way are finished and told that their connection ends with them; connections that
 * wait for a request, or were opened by a browser just in case, are closed at once.
 */
function stopper(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  const underWay = new Map<ServerResponse, Socket>()
  let stopping = false
  const tellToGo = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    underWay.set(response, socket)
    if (stopping) tellToGo(response)
    response.once('close', () => {
      underWay.delete(response)
      if (stopping) socket.destroySoon()
    })
  })
  return () =>
    new Promise((resolve) => {
      stopping = true
      underWay.forEach((_, response) => tellToGo(response))
      const busy = new Set(underWay.values())
      sockets.forEach((socket) => busy.has(socket) || socket.destroy())
      const cut = setTimeout(() => server.closeAllConnections(), GRACE)
      server.close(() => {
        clearTimeout(cut)
        resolve()
      })
    })
}
