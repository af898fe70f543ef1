import pg from 'pg'
import type { Logger } from '../log.ts'

type OnPayload = (payload: string) => void

/**
 * One connection of its own for LISTEN, opened at the first use and opened again, with every channel, when it is
 * lost. What was notified meanwhile is lost: use it to drop caches that also expire, never as a queue.
 */
export function openListener(url: string, log: Logger) {
  const channels = new Map<string, Set<OnPayload>>()
  let client: pg.Client | undefined
  let closed = false
  let opening: Promise<void> | undefined

  async function open(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'bolt-blocks-listen' })
    next.on('notification', ({ channel, payload }) =>
      channels.get(channel)?.forEach((notify) => notify(payload ?? '')),
    )
    next.on('error', (error) => log.warn({ error: error.message }, 'the notification connection was lost'))
    next.on('end', () => {
      if (client === next) client = undefined
      if (!closed) setTimeout(() => void connect().catch(() => undefined), 500).unref()
    })
    await next.connect()
    for (const channel of channels.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
  }

  function connect(): Promise<void> {
    opening ??= open().finally(() => (opening = undefined))
    return opening
  }

  return {
    async listen(channel: string, onPayload: OnPayload): Promise<() => void> {
      const known = channels.has(channel)
      const set = channels.get(channel) ?? new Set<OnPayload>()
      channels.set(channel, set.add(onPayload))
      if (!client) await connect()
      else if (!known) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      return () => set.delete(onPayload)
    },
    async close(): Promise<void> {
      closed = true
      await opening?.catch(() => undefined)
      await client?.end()
    },
  }
}
