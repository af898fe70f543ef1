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
import type { Parts } from './parts.ts'
import type { ChangeSource, Hub, Messages } from './ports.ts'
import { createPresences } from './presence/presences.ts'
import { createProcessLease } from './presence/process-lease.ts'
import { realtimeRoutes } from './routes.ts'
import { createBacklog } from './sockets/backlog.ts'
import { createSockets } from './sockets/sockets.ts'
import { keepWatch } from './watch.ts'

export interface RealtimeCounts {
  sockets: number
  channels: number
  /** Frames that came from clients, and broadcasts handed to them, since the start. */
  framesIn: number
  broadcastsOut: number
}

export interface Realtime {
  /** HTTP half, for /realtime/v1. */
  routes: Hono<AppEnv>
  /** Whether a request is for the socket: paths under /realtime/v1/websocket. */
  isSocket(request: IncomingMessage): boolean
  /** Takes over a request that asks for the socket. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void
  counts(): RealtimeCounts
  /** Says goodbye to everybody and lets go of the database; before the server and the kernel stop. */
  stop(): Promise<void>
}

const SOCKET_PATH = /^\/realtime\/v1\/websocket\/?(\?|$)/

/**
 * Realtime of one server process. It listens to the database from the first socket on.
 * @param given replaces parts, for tests
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
    wants: (name) => hub.has(name) || presences.wants(name),
    onNotice: (notice) => (notice.kind === 'message' ? hub.deliver(notice.message) : presences.apply(notice)),
    onGap: () => watch.afterGap(),
    onMissed: (name) => watch.missed(name),
    onUnsaid: () => watch.unsaid(),
  })
  const presences = createPresences(kernel.database, {
    most: limits.presences,
    process: () => lease.id,
    tell: (notice) => void (fanOut.send(notice) || watch.unsaid()),
  })
  const messages = atFirstUse(() => (given.messages ?? openMessages)(kernel, hub))
  const changes = atFirstUse(() => (given.changes ?? openChangeSource)(kernel))
  const parts: Parts = {
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
  const watch = keepWatch(parts, sockets, lease)

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

/** Opened by whoever needs it first: a process without sockets does not listen to the database. */
function atFirstUse<T>(make: () => T) {
  let opened: T | undefined
  return {
    open: () => (opened ??= make()),
    get opened() {
      return opened
    },
  }
}
