import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { STATUS_CODES } from 'node:http'
import { WebSocketServer } from 'ws'
import { createWindow, retryAfter } from '#kernel/address-limits.ts'
import { AppError } from '#kernel/errors.ts'
import { clientIp } from '#kernel/http/client-ip.ts'
import { fixedHeaders, rawAnswer } from '#kernel/http/fixed-headers.ts'
import { readApiKey } from '#kernel/http/identify.ts'
import { addressKey } from '#kernel/limits.ts'
import { asRealtimeError, realtimeErrors } from '../errors.ts'
import type { Channel } from '../channels/channel.ts'
import type { RealtimeComponents } from '../components.ts'
import { admit, siteAllowed } from './admission.ts'
import { CLOSE, poolOf, serveSocket } from './socket.ts'
import type { Admission, Socket } from './socket.ts'

/** Milliseconds that clients have to reply to a close frame. */
const CLOSE_TIMEOUT_MS = 1_000
/** Milliseconds after which a client may try again if all sockets were taken. */
const RETRY_AFTER_MS = 10_000

export interface Sockets {
  /** Takes over a request for a socket, or responds with an error. Never throws. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void>
  /** Asks all clients to reconnect, to another process, and refuses new sockets. */
  stop(): Promise<void>
  all(): Iterable<Socket>
  channels(): Iterable<Channel>
  /** Closes sockets that sent nothing for two heartbeats. */
  closeSilent(): void
  /** Closes sockets whose key or site is no longer valid. @param key check only this key */
  checkKeys(key?: string): Promise<void>
  readonly size: number
}

/** @param ready resolves when this process receives messages from the others */
export function createSockets(
  parts: RealtimeComponents,
  ready: () => Promise<void>,
  onFrame: () => void,
): Sockets {
  const { kernel, log, limits } = parts
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const sockets = new Set<Socket>()
  /** By pool, by address, and by pool and address. */
  const counts = new Map<string, number>()
  const connects = createWindow(limits.connectsPerMinuteOfAddress * kernel.config.auth.limitFactor, 60_000)
  let stopping = false

  const ipOf = (request: IncomingMessage) => {
    const forwardedFor = [request.headers['x-forwarded-for']].flat().join()
    return clientIp(request.socket.remoteAddress ?? '', forwardedFor, kernel.config.trustedProxies)
  }
  const isFull = (key: string, most: number) => (counts.get(key) ?? 0) >= most
  const perAddress = kernel.config.realtime.socketsPerAddress
  const count = (keys: string[], by: number) => {
    for (const key of keys) {
      const next = (counts.get(key) ?? 0) + by
      if (next) counts.set(key, next)
      else counts.delete(key)
    }
  }

  async function check(request: IncomingMessage): Promise<Admission> {
    if (stopping) throw realtimeErrors.stopping()
    const ip = ipOf(request)
    const wait = connects.take(addressKey(ip))
    if (wait > 0) throw realtimeErrors.too_many_connects({ headers: retryAfter(wait) })
    if (isFull(addressKey(ip), perAddress)) throw noCapacity()
    const admission = await admit(kernel, request, ip)
    await ready()
    return admission
  }

  /**
   * Checks and counts without an await in between; otherwise, concurrent sockets could pass the same limit.
   */
  function take(admission: Admission, request: IncomingMessage, connection: Duplex, head: Buffer): void {
    const [pool, address] = [poolOf(admission), addressKey(ipOf(request))]
    const place = `${pool} ${address}`
    if (
      isFull(pool, limits.socketsPerPool) ||
      isFull(address, perAddress) ||
      isFull(place, limits.socketsPerAddress)
    )
      throw noCapacity()
    const keys = [pool, address, place]
    connection.removeListener('error', ignore)
    server.handleUpgrade(request, connection, head, (ws) => {
      count(keys, 1)
      sockets.add(
        serveSocket(parts, ws, admission, {
          onFrame,
          onGone(socket) {
            sockets.delete(socket)
            count(keys, -1)
          },
        }),
      )
    })
  }

  return {
    async upgrade(request, connection, head) {
      // Until ws takes over the connection, a disconnecting client must not end the process.
      connection.on('error', ignore)
      try {
        const admission = await check(request)
        if (!connection.destroyed) take(admission, request, connection, head)
        log.info({ method: 'GET', path: pathOf(request), status: 101 }, 'socket')
      } catch (thrown) {
        const error = asRealtimeError(thrown)
        if (error.status >= 500) log.error({ err: error.cause ?? error }, 'could not open a socket')
        log.info({ method: 'GET', path: pathOf(request), status: error.status, answer: error.code }, 'socket')
        refuse(connection, error, kernel.config.publicUrl)
      }
    },
    async stop() {
      stopping = true
      for (const socket of sockets) socket.close(CLOSE.restart, 'The server is restarting. Please reconnect.')
      const until = Date.now() + CLOSE_TIMEOUT_MS
      while (sockets.size && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    all: () => sockets,
    *channels() {
      for (const socket of sockets) yield* socket.channels.values()
    },
    closeSilent() {
      for (const socket of sockets)
        if (socket.silenceMs() > limits.silenceMs) socket.close(CLOSE.silent, 'No heartbeat')
    },
    async checkKeys(key) {
      const keyChecks = new Map<string, ReturnType<typeof readApiKey>>()
      for (const socket of sockets) {
        const { value } = socket.apiKey
        if (key !== undefined && value !== key) continue
        if (!keyChecks.has(value)) keyChecks.set(value, readApiKey(kernel, value))
        const now = await keyChecks.get(value)!.catch((error: unknown) => error)
        if (now instanceof AppError) socket.close(CLOSE.policy, now.message)
        else if (
          !(now instanceof Error) &&
          !siteAllowed(kernel.config, now as Admission['apiKey'], socket.origin)
        )
          socket.close(CLOSE.policy, realtimeErrors.foreign_site().message)
      }
    },
    get size() {
      return sockets.size
    },
  }
}

const ignore = () => undefined

const noCapacity = () => realtimeErrors.too_many_sockets({ headers: retryAfter(RETRY_AFTER_MS) })

/** The path without its query, because the query contains the key. */
const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0]!.slice(0, 200)

function refuse(connection: Duplex, error: AppError, publicUrl: string): void {
  const body = { error: error.message, message: error.message, code: error.code }
  const headers = { ...fixedHeaders(publicUrl), ...error.headers }
  connection.end(rawAnswer(error.status, STATUS_CODES[error.status] ?? 'Error', body, headers))
}
