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

/** Milliseconds that running requests get to finish at shutdown. */
const SHUTDOWN_GRACE_MS = 10_000

/**
 * Connection timeouts in milliseconds, checked every `connectionsCheckingInterval`. A client that sends nothing, or
 * trickles its headers or body, is disconnected within 30 seconds; a large body over an ordinary line may take longer
 * (slow-bodies.ts). Idle keep-alive connections stay open longer than the minute after which proxies close theirs, so
 * that the server never closes one just as the proxy reuses it.
 */
export const CONNECTION_TIMEOUTS_MS = {
  headersTimeout: 15_000,
  bodyGrace: 20_000,
  bodyRate: 10_000,
  connectionsCheckingInterval: 3_000,
  keepAliveTimeout: 65_000,
}

export interface Listening {
  /** Accepts no new requests, lets running ones finish, then closes the remaining connections. */
  stop(): Promise<void>
}

/** Handles connections that upgrade to WebSockets. */
export interface Sockets {
  isSocket(request: IncomingMessage): boolean
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface ListenOptions {
  timeouts?: typeof CONNECTION_TIMEOUTS_MS
  sockets?: Sockets | undefined
  /** The server's public URL. */
  publicUrl?: string
}

/** Serves the app. `localhost` listens on both loopback addresses, because browsers may try either first. */
export async function listen(
  app: Pick<Hono<AppEnv>, 'fetch'>,
  host: string,
  port: number,
  { timeouts = CONNECTION_TIMEOUTS_MS, sockets, publicUrl = '' }: ListenOptions = {},
): Promise<Listening> {
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
  const stops: (() => Promise<void>)[] = []
  for (const address of hosts) {
    const { headersTimeout, connectionsCheckingInterval, keepAliveTimeout } = timeouts
    const server = createAdaptorServer({
      fetch: app.fetch,
      serverOptions: {
        headersTimeout,
        requestTimeout: 0,
        connectionsCheckingInterval,
        keepAliveTimeout,
        maxHeaderSize: 32_768,
        // A request to upgrade to another protocol is treated as an ordinary request.
        shouldUpgradeCallback: (request) =>
          request.headers.upgrade?.toLowerCase() === 'websocket' && sockets?.isSocket(request) === true,
      },
    }) as Server
    cutSlowBodies(server, timeouts, answerFaults(server, fixedHeaders(publicUrl)))
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
      // Without IPv6 on this machine, there is no ::1.
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
 * Stops a server: running requests finish, and their responses announce that the connection closes. Idle connections,
 * including those that browsers open speculatively, are closed immediately.
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
      const cut = setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE_MS)
      server.close(() => {
        clearTimeout(cut)
        resolve()
      })
    })
}
