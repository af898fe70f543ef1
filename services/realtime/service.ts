import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { openChangeSource } from './changes/change-source.ts'
import { createFanOut } from './fan-out/fan-out.ts'
import { createHub } from './hub.ts'
import { LIMITS, createBuckets } from './limits.ts'
import type { RealtimeLimits } from './limits.ts'
import { openMessages } from './messages/messages.ts'
import type { RealtimeComponents } from './components.ts'
import type { ChangeSource, Hub, Messages } from './ports.ts'
import { createPresences } from './presence/presences.ts'
import { createProcessLease } from './presence/process-lease.ts'
import { realtimeRoutes } from './routes.ts'
import { createBacklog } from './sockets/backlog.ts'
import { createSockets } from './sockets/sockets.ts'
import { createWatch } from './watch/watch.ts'

export interface RealtimeCounts {
  sockets: number
  channels: number
  /** Frames received from clients, and broadcasts delivered to them, since the process started. */
  framesIn: number
  broadcastsOut: number
}

export interface Realtime {
  /** The HTTP endpoints, for /realtime/v1. */
  routes: Hono<AppEnv>
  /** Whether a request is for the socket: its path is /realtime/v1/websocket. */
  isSocket(request: IncomingMessage): boolean
  /** Takes over a request for a WebSocket. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void
  counts(): RealtimeCounts
  /** Closes all sockets and releases the database. Call it before stopping the server and the kernel. */
  stop(): Promise<void>
}

const SOCKET_PATH = /^\/realtime\/v1\/websocket\/?(\?|$)/

/**
 * Opens realtime for one server process. It starts listening to the database with the first socket.
 * @param given replaces components in tests
 */
export function openRealtime(
  kernel: Kernel,
  given: {
    limits?: Partial<RealtimeLimits>
    messages?: (kernel: Kernel, hub: Hub) => Messages
    changes?: (kernel: Kernel) => ChangeSource
  } = {},
): Realtime {
  const { log } = kernel
  const limits = { ...LIMITS, ...given.limits }
  let framesIn = 0
  let broadcastsOut = 0
  const hub = createHub((frames) => (broadcastsOut += frames))
  const lease = createProcessLease(kernel.database)
  const fanOut = createFanOut(kernel.database, log, {
    wants: (name) => hub.has(name) || presences.has(name),
    onNotice: (notice) => (notice.kind === 'message' ? hub.deliver(notice.message) : presences.apply(notice)),
    onReconnect: () => watch.afterReconnect(),
    onMissed: (name) => watch.messageLost(name),
    onOutboxLost: () => watch.outboxLost(),
  })
  const presences = createPresences(kernel.database, {
    maxPresences: limits.presences,
    process: () => lease.id,
    notify: (notice) => void (fanOut.send(notice) || watch.outboxLost()),
  })
  const messages = createLazy(() => (given.messages ?? openMessages)(kernel, hub))
  const changes = createLazy(() => (given.changes ?? openChangeSource)(kernel))
  const parts: RealtimeComponents = {
    kernel,
    log,
    limits,
    hub,
    fanOut,
    presences,
    get messages() {
      return messages.open()
    },
    get changes() {
      return changes.open()
    },
    poolMessages: createBuckets(limits.messagesPerSecondOfPool, 2),
    poolBytes: createBuckets(limits.bytesPerSecondOfPool, 5),
    backlog: createBacklog(),
    poolJoins: createBuckets(limits.joinsPerSecondOfPool, 2),
  }
  const sockets = createSockets(
    parts,
    async () => {
      await messages.open().start()
      await watch.start()
    },
    () => framesIn++,
  )
  const watch = createWatch(parts, sockets, lease)

  return {
    routes: realtimeRoutes(parts),
    isSocket: ({ url = '' }) => SOCKET_PATH.test(url),
    upgrade: (request, connection, head) => void sockets.upgrade(request, connection, head),
    counts: () => ({
      sockets: sockets.size,
      channels: [...sockets.channels()].length,
      framesIn,
      broadcastsOut,
    }),
    async stop() {
      await sockets.stop()
      await watch.stop()
      await Promise.all([messages.opened?.close(), changes.opened?.close()])
    },
  }
}

/** Creates the value at first use: a process without sockets does not listen to the database. */
function createLazy<T>(make: () => T) {
  let opened: T | undefined
  return {
    open: () => (opened ??= make()),
    get opened() {
      return opened
    },
  }
}
