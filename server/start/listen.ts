import { createAdaptorServer } from '@hono/node-server'
import type { ServerType } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'

/** Milliseconds that requests under way get to finish at a stop. */
const GRACE = 10_000

/**
 * Milliseconds that a connection may take; looked after every `connectionsCheckingInterval`. Whoever sends nothing, or
 * its headers or its body drop by drop, is cut within 30 seconds. Idle connections that were used before are kept
 * longer than the minute after which proxies in front give theirs up, so that neither side closes on the other.
 */
export const PATIENCE = {
  headersTimeout: 15_000,
  requestTimeout: 25_000,
  connectionsCheckingInterval: 3_000,
  keepAliveTimeout: 65_000,
}

export interface Listening {
  /** Takes no new work, lets requests under way finish, then cuts what is left. */
  stop(): Promise<void>
}

/** Serves the app. `localhost` listens on both loopback addresses, since browsers try either first. */
export async function listen(
  app: Pick<Hono<AppEnv>, 'fetch'>,
  host: string,
  port: number,
  patience = PATIENCE,
): Promise<Listening> {
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
  const servers: ServerType[] = []
  for (const address of hosts) {
    const server = createAdaptorServer({
      fetch: app.fetch,
      serverOptions: { ...patience, maxHeaderSize: 32_768 },
    })
    const listening = await start(server, address, port)
    if (listening) servers.push(server)
  }
  return { stop: () => Promise.all(servers.map(close)).then(() => undefined) }
}

function start(server: ServerType, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has no ::1.
      if (host === '::1' && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'))
        return resolve(false)
      if (error.code === 'EADDRINUSE')
        return reject(new Error(`Port ${port} is taken: stop the other program, or set PORT to another one.`))
      reject(error)
    })
    server.listen(port, host, () => resolve(true))
  })
}

function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), GRACE)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
}
