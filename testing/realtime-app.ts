import type { IncomingHttpHeaders } from 'node:http'
import { after } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import type { RealtimeChannel, RealtimeClientOptions, SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { Config } from '#kernel/config.ts'
import { openKernel } from '#kernel/kernel.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { createLogger } from '#kernel/log.ts'
import type { Logger } from '#kernel/log.ts'
import { createApp } from '#server/app.ts'
import { noDist } from '#server/dist.ts'
import { listen } from '#server/start/listen.ts'
import { openRealtime } from '#services/realtime/service.ts'
import { testApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import { freePorts } from './test-instance.ts'

// The official client leaves a ten-second timer after each disconnect. The test process must not wait for it.
const { setTimeout: originalSetTimeout } = globalThis
globalThis.setTimeout = Object.assign(
  (...given: Parameters<typeof originalSetTimeout>) =>
    given[1] === 10_000 ? originalSetTimeout(...given).unref() : originalSetTimeout(...given),
  originalSetTimeout,
)

type RealtimeOptions = NonNullable<Parameters<typeof openRealtime>[1]>

/** A server on a port, with WebSockets. */
export interface RealtimeServer {
  url: string
  kernel: Kernel
  realtime: ReturnType<typeof openRealtime>
  stop(): Promise<void>
}

/**
 * Starts the whole server on a port, for WebSocket clients. `another` starts a second server on the same
 * database, like a second process.
 */
export async function realtimeApp(given: RealtimeOptions = {}) {
  const clients: SupabaseClient[] = []
  // This hook must run before the servers stop, because a connected client would try to reconnect.
  after(async () => {
    for (const client of clients) await client.realtime.disconnect()
  })
  const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
  const first = await serve(app, app.kernel, given)

  return {
    ...app,
    ...first,
    async another(more: { log?: Logger; port?: number; config?: Partial<Config> } & RealtimeOptions = {}) {
      const mail = { send: async () => undefined, close: async () => undefined }
      const kernel = openKernel({ ...app.config, ...more.config }, app.appUrl, {
        mail,
        log: more.log ?? createLogger('silent'),
      })
      app.beforeDrop(() => kernel.close())
      return serve(app, kernel, { ...given, ...more }, more.port)
    },
    /** The unmodified supabase-js over the network. */
    visit(
      key: string = app.anonKey,
      more: {
        token?: string | (() => string)
        server?: { url: string }
        realtime?: RealtimeClientOptions
      } = {},
    ) {
      const client = createClient((more.server ?? first).url, key, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        ...(more.realtime && { realtime: more.realtime }),
        ...(more.token && {
          accessToken: async () => (typeof more.token === 'function' ? more.token() : more.token!),
        }),
      })
      clients.push(client)
      return client
    },
  }
}

async function serve(
  app: TestApp,
  kernel: Kernel,
  given: RealtimeOptions,
  fixed?: number,
): Promise<RealtimeServer> {
  const realtime = openRealtime(kernel, given)
  const port = fixed ?? (await freePorts(1))[0]!
  const listening = await listen(createApp(kernel, noDist, undefined, realtime), '127.0.0.1', port, {
    sockets: realtime,
  })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= realtime.stop().then(() => listening.stop()))
  app.beforeDrop(stop)
  return { url: `http://127.0.0.1:${port}`, kernel, realtime, stop }
}

/** Subscribes and waits for the first status. */
export function subscribed(channel: RealtimeChannel): Promise<{ status: string; error: Error | undefined }> {
  return new Promise((resolve) => channel.subscribe((status, error) => resolve({ status, error })))
}

/** A WebSocket without the official client, to send what the client never would. */
export async function rawSocket(
  server: { url: string },
  key: string | undefined,
  { vsn = '2.0.0', headers = {} }: { vsn?: string; headers?: Record<string, string> } = {},
) {
  const address = new URL('/realtime/v1/websocket', server.url.replace('http', 'ws'))
  address.searchParams.set('vsn', vsn)
  if (key !== undefined) address.searchParams.set('apikey', key)
  const socket = new WebSocket(address, { headers })
  const received = inbox()
  socket.on('message', (data: Buffer, isBinary) =>
    received.put(isBinary ? data : JSON.parse(data.toString())),
  )
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  )
  const refused = new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>(
    (resolve, reject) => {
      socket.on('error', reject)
      socket.on('unexpected-response', (_request, response) => {
        let body = ''
        response.on('data', (part: Buffer) => (body += part.toString()))
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }))
      })
    },
  )
  refused.catch(() => undefined)
  const opened = new Promise<undefined>((resolve) => socket.on('open', () => resolve(undefined)))
  const refusal = await Promise.race([opened, refused])
  return {
    socket,
    refusal,
    closed,
    next: () => received.next(),
    say: (frame: unknown) => socket.send(frame instanceof Uint8Array ? frame : JSON.stringify(frame)),
  }
}

/** A queue of received messages: `next()` waits for each of them in order. */
export function inbox<T = unknown>() {
  const all: T[] = []
  const waiting: ((value: T) => void)[] = []
  let read = 0
  return {
    all,
    put(value: T) {
      all.push(value)
      waiting.shift()?.(value)
    },
    next(): Promise<T> {
      const index = read++
      if (index < all.length) return Promise.resolve(all[index]!)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`no message arrived after ${JSON.stringify(all)}`)),
          10_000,
        )
        waiting.push((value) => {
          clearTimeout(timer)
          resolve(value)
        })
      })
    },
  }
}
