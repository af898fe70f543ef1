import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Job, JobResult } from 'pg-boss'
import { AppPool, LoginAddress } from '../db/app-pool.ts'
import type { Db } from '../db/database.ts'
import type { Listen } from '../db/listener.ts'
import type { Logger } from '../log.ts'
import type { QueueName } from './queues.ts'

export interface Jobs {
  /**
   * Queues a job in the caller's transaction (role service_role): it exists only if the transaction commits.
   * @param more.after delay in seconds
   * @param more.priority jobs of a higher one are first; 0 without
   */
  send(db: Db, queue: QueueName, data: object, more?: { after?: number; priority?: number }): Promise<void>
  /** Registers the worker of a queue. Delivery is at least once: handlers are idempotent. */
  work<T>(queue: QueueName, handle: (data: T) => Promise<void>): void
  /**
   * Queues a job without data on a schedule, once regardless of the number of processes. If runs were missed while no
   * process was running, one job makes up for them at the next start. Call it before `start`.
   * @param cron five fields (minute, hour, day, month, weekday), in UTC
   */
  schedule(queue: QueueName, cron: string): void
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * @param login of the authenticator; the queue's own connections act as service_role
 * @param listen of the database: a NOTIFY wakes a worker before its next poll
 */
export function createJobs(login: string | LoginAddress, log: Logger, listen: Listen): Jobs {
  const address = login instanceof LoginAddress ? login : new LoginAddress(login, log)
  const pool = new AppPool(address, {
    max: 3,
    options: '-c role=service_role',
    application_name: 'bolt-blocks-jobs',
    connectionTimeoutMillis: 5000,
    query_timeout: 60_000,
    keepAlive: true,
  })
  pool.on('error', (error) => log.warn({ error: error.message }, 'an idle job connection was lost'))
  const boss = new PgBoss({
    connectionString: address.url,
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    schedule: true,
    useListenNotify: true,
    db: adapter(pool, listen),
  })
  boss.on('error', (error) => log.warn({ error: error.message }, 'the job queue met an error'))
  const handlers = new Map<QueueName, (data: never) => Promise<void>>()
  const schedules = new Map<QueueName, string>()
  let started = false

  /** A failed job is retried automatically; the others of its batch stay completed. */
  async function eachAlone(queue: QueueName, batch: Job[], handle: (data: never) => Promise<void>) {
    const results: JobResult[] = []
    for (const { id, data } of batch)
      try {
        await handle(data as never)
        results.push({ id, status: 'completed' })
      } catch (error) {
        log.warn({ queue, job: id, error: String(error) }, 'a job failed')
        results.push({ id, status: 'failed', output: { error: String(error) } })
      }
    return results
  }

  /** Syncs the table of schedules with the units; obsolete schedules are deleted. */
  async function keepSchedules() {
    for (const { name } of await boss.getSchedules())
      if (!schedules.has(name as QueueName)) await boss.unschedule(name)
    for (const [queue, cron] of schedules) await boss.schedule(queue, cron, {}, { tz: 'UTC', missed: 'once' })
  }

  return {
    async send(db, queue, data, { after, priority = 0 } = {}) {
      const executeSql = async (text: string, values: unknown[] = []) => ({
        rows: [...(await db.executeQuery(CompiledQuery.raw(text, values))).rows],
      })
      await boss.send(queue, data, { db: { executeSql }, priority, ...(after ? { startAfter: after } : {}) })
    },
    work(queue, handle) {
      handlers.set(queue, handle)
    },
    schedule(queue, cron) {
      schedules.set(queue, cron)
    },
    async start() {
      await boss.start()
      started = true
      await keepSchedules()
      for (const [queue, handle] of handlers) {
        const options = {
          batchSize: 20,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: 5,
          perJobResults: true,
        } as const
        await boss.work<object, object, typeof options>(queue, options, (batch) =>
          eachAlone(queue, batch, handle),
        )
      }
    },
    async stop() {
      if (started) await boss.stop({ graceful: true, timeout: 10_000, close: false })
      await pool.end()
    },
  }
}

/** Runs pg-boss on our pool and on the process's one LISTEN connection. */
function adapter(pool: pg.Pool, listen: Listen) {
  return {
    executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
    async listen(channel: string, onNotification: (payload: string) => void, onReconnect: () => void) {
      const stop = await listen(channel, onNotification, onReconnect)
      return { close: async () => stop() }
    },
  }
}
