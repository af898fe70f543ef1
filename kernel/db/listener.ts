import pg from 'pg'
import type { Logger } from '../log.ts'
import type { LoginAddress } from './app-pool.ts'

interface Subscriber {
  onPayload: (payload: string) => void
  onReconnect?: (() => void) | undefined
}

export type Listen = (
  channel: string,
  onPayload: (payload: string) => void,
  onReconnect?: () => void,
) => Promise<() => void>

const RETRY_MS = 500

/**
 * A dedicated connection for LISTEN. It opens on first use and reopens, with every channel, when it is lost.
 * Notifications sent in between are lost: use it to invalidate caches that also expire, never as a queue.
 * `onReconnect` lets callers check for missed changes.
 */
export function openListener(address: LoginAddress, log: Logger) {
  const channels = new Map<string, Set<Subscriber>>()
  let client: pg.Client | undefined
  let closed = false
  let lost = false
  let opening: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const { url } = address
    const next = new pg.Client({
      connectionString: url,
      application_name: 'bolt-blocks-listen',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    next.on('notification', ({ channel, payload }) =>
      channels.get(channel)?.forEach(({ onPayload }) => onPayload(payload ?? '')),
    )
    next.on('error', (error) => log.debug({ error: error.message }, 'the notification connection failed'))
    next.on('end', () => {
      if (client === next) connectionLost()
    })
    try {
      await next.connect()
      for (const channel of channels.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      await address.renewAfter(error, url)
      throw error
    }
    client = next
    if (lost) {
      lost = false
      log.info('the notification connection is back')
      for (const set of channels.values()) for (const { onReconnect } of set) onReconnect?.()
    }
  }

  function connectionLost(): void {
    client = undefined
    if (closed || retry) return
    if (!lost) log.warn('the notification connection was lost')
    lost = true
    retry = setTimeout(() => {
      retry = undefined
      void connect()
    }, RETRY_MS).unref()
  }

  /** Never rejects: a connection that cannot be opened is retried until it can. */
  function connect(): Promise<void> {
    if (closed || client) return Promise.resolve()
    opening ??= open()
      .catch(() => connectionLost())
      .finally(() => (opening = undefined))
    return opening
  }

  const listen: Listen = async (channel, onPayload, onReconnect) => {
    const subscriber = { onPayload, onReconnect }
    const known = channels.get(channel)
    channels.set(channel, (known ?? new Set()).add(subscriber))
    // A connection that fails here ends, and its successor listens to every channel again.
    if (client && !known) await client.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
    else await connect()
    return () => void channels.get(channel)?.delete(subscriber)
  }

  return {
    hold: async (kind: number, id: number): Promise<void> => {
      if (!client) throw new Error('Connection terminated: the notification connection is down')
      // Detects a machine that disappears silently within half a minute, instead of the system's two hours.
      await client.query(
        `select set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false),
           set_config('tcp_keepalives_count', '3', false), pg_advisory_lock($1, $2)`,
        [kind, id],
      )
    },
    /** Resolves when the channel is active, or when the first attempt has failed and retries will follow. */
    listen,
    async close(): Promise<void> {
      closed = true
      clearTimeout(retry)
      await opening
      await client?.end()
    },
  }
}
