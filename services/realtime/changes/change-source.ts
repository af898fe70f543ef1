import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { openFeed } from '../feed/transaction-feed.ts'
import type { ChangeBinding, ChangeSource } from '../ports.ts'
import { parseBinding } from './binding.ts'
import { deliverChanges } from './delivery.ts'
import { errors } from './errors.ts'
import { pagesOf } from './pages.ts'
import { tenantOf } from './own-tables.ts'
import { tablesOf } from './published.ts'
import { liveBinding } from './subscriber.ts'
import type { Subscriber } from './subscriber.ts'
import { openWatch, RETENTION_MS } from './watch.ts'

const MAX_BINDINGS = 100
const MISSED = 'Changes may have been missed'

/**
 * Opens this process's source of row changes. It reads and stores nothing without subscribers. Limits: after
 * a lost connection, notifications are recovered from stored changes, up to 9 minutes. After a longer gap, a
 * crash of the database, or 30 seconds in which this process did not run, it calls `onLost`.
 */
export function openChangeSource(kernel: Pick<Kernel, 'database' | 'log'>): ChangeSource {
  const { database, log } = kernel
  const subscribers = new Set<Subscriber>()
  let lastId = 0
  const stop = new AbortController()

  const notifyLost = () => subscribers.forEach((subscriber) => subscriber.onLost(MISSED))
  const watch = openWatch(database, log, notifyLost)
  const tables = () =>
    new Set([...subscribers].flatMap(({ bindings }) => bindings.flatMap((binding) => [...binding.tables])))

  const feed = openFeed({
    database,
    log,
    channel: 'realtime_changes',
    table: 'realtime.changes',
    retentionMs: RETENTION_MS,
    async work(xacts) {
      try {
        for await (const changes of pagesOf(kernel, xacts, () => [...tables()], stop.signal))
          await deliverChanges(kernel, [...subscribers], changes, stop.signal)
      } catch (error) {
        if (stop.signal.aborted) return
        log.error({ error: String(error) }, 'could not deliver changes')
        notifyLost()
      }
    },
    onLost: notifyLost,
  })
  // Migrations notify of a changed catalogue. A database that was unavailable may have lost the list of
  // watchers.
  const unlisten = database
    .listen(
      'pgrst',
      (payload) => void (payload === '' || payload === 'reload schema' ? refresh() : undefined),
      () => void watch.beat().catch(() => undefined),
    )
    .catch(() => undefined)

  /** A tenant's own tables changed. */
  const unlistenTables = database
    .listen(
      'realtime_tables',
      (tenant) => void refresh(tenant),
      () => void refresh(),
    )
    .catch(() => undefined)

  /** Tables may have been added or removed. @param tenant only own tables of this tenant */
  async function refresh(tenant?: string): Promise<void> {
    for (const subscriber of subscribers) {
      if (tenant !== undefined && tenantOf(subscriber) !== tenant) continue
      try {
        const found = await tablesOf(database, subscriber.claims, subscriber.bindings, subscriber.tenant)
        subscriber.bindings.forEach((binding, i) => (binding.tables = new Set(found[i])))
      } catch (error) {
        if (subscribers.has(subscriber)) subscriber.onLost((error as Error).message)
      }
    }
    await watch.set(tables()).catch(() => undefined)
  }

  async function leave(subscriber: Subscriber): Promise<void> {
    subscriber.closed = true
    if (!subscribers.delete(subscriber)) return
    if (subscribers.size === 0) feed.pause()
    await watch.set(tables())
  }

  return {
    async subscribe(options) {
      const { claims, bindings } = options
      if (stop.signal.aborted) throw errors.closed()
      const parsed = parseAll(bindings)
      const found = await tablesOf(database, claims, parsed, options.tenant)
      const subscriber: Subscriber = {
        claims,
        tenant: options.tenant,
        version: 0,
        closed: false,
        bindings: parsed.map((binding, i) => liveBinding(binding, ++lastId, found[i]!)),
        deliver: (ids, data) => options.deliver(ids, data),
        onLost: (reason) => options.onLost(reason),
      }
      subscribers.add(subscriber)
      try {
        await feed.start()
        await watch.set(tables())
      } catch (error) {
        await leave(subscriber).catch(() => undefined)
        throw error
      }
      return {
        ids: subscriber.bindings.map(({ id }) => id),
        async setClaims(next: Claims) {
          const now = await tablesOf(database, next, parsed, options.tenant)
          subscriber.claims = next
          subscriber.version++
          subscriber.bindings.forEach((binding, i) => (binding.tables = new Set(now[i])))
          if (subscribers.has(subscriber)) await watch.set(tables())
        },
        close: () => leave(subscriber),
      }
    },
    async close() {
      stop.abort()
      for (const subscriber of subscribers) subscriber.closed = true
      subscribers.clear()
      ;(await unlisten)?.()
      ;(await unlistenTables)?.()
      await feed.close()
      await watch.close()
    },
  }
}

function parseAll(bindings: ChangeBinding[]) {
  if (bindings.length > MAX_BINDINGS)
    throw errors.malformed({ text: `Too many postgres_changes. Maximum ${MAX_BINDINGS}` })
  return bindings.map(parseBinding)
}
