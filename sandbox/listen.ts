import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer {
  port: number
  close(): Promise<void>
}

/** Listens only on 127.0.0.1 and, if available, ::1, so that `localhost` works over both IPv4 and IPv6. */
export async function listenLocally(listener: RequestListener, port: number): Promise<LocalServer> {
  const first = await listen(listener, port, '127.0.0.1')
  const chosen = (first.address() as AddressInfo).port
  const servers = [first]
  try {
    servers.push(await listen(listener, chosen, '::1'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Without IPv6, 127.0.0.1 is enough. If another program uses ::1, `localhost` would reach either program.
    if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') {
      first.close()
      if (port === 0 && code === 'EADDRINUSE') return listenLocally(listener, 0)
      throw error
    }
  }
  return {
    port: chosen,
    close: async () => {
      await Promise.all(
        servers.map((server) => {
          const closed = once(server, 'close')
          server.close()
          server.closeAllConnections()
          return closed
        }),
      )
    },
  }
}

async function listen(listener: RequestListener, port: number, host: string): Promise<Server> {
  const server = createServer(listener)
  // By default idle connections close after 5 seconds. On a busy machine a client then reuses one just as it closes.
  server.keepAliveTimeout = 65_000
  server.listen(port, host)
  // `once` rejects if 'error' is emitted first.
  await once(server, 'listening')
  return server
}
