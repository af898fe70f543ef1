import { randomUUID } from 'node:crypto'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { Logger } from '#kernel/log.ts'
import { keyOf } from '../hub.ts'
import type { FullName } from '../hub.ts'
import { NOTIFY_LIMIT, bodyOf, channelOf, seal } from './notice.ts'
import type { Notice } from './notice.ts'

/** The NOTIFY channel between processes. */
export const NOTIFY_CHANNEL = 'realtime'
/**
 * Bytes queued while the database is slow or unavailable. Above this, messages for other processes are
 * dropped.
 */
const MAX_QUEUED_BYTES = 16_000_000
/** Notices in one statement. */
const NOTICES_PER_STATEMENT = 500

/**
 * Updates presence rows, stores parcels and notifies the other processes in one statement: all or nothing.
 * The commit does not wait for the disk, because this data does not survive a crash anyway.
 */
const FLUSH = `
  with joined as (
    insert into realtime.presences (pool_id, private, topic, ref, process_id, presence_key, meta)
    select pool, private, topic, ref, process, key, meta from jsonb_to_recordset($2::jsonb)
      as r (pool uuid, private boolean, topic text, ref text, process integer, key text, meta text)
    on conflict (pool_id, private, topic, ref) do update set process_id = excluded.process_id),
  departed as (
    delete from realtime.presences p using jsonb_to_recordset($3::jsonb)
      as r (pool uuid, private boolean, topic text, ref text)
    where p.pool_id = r.pool and p.private = r.private and p.topic = r.topic and p.ref = r.ref),
  parcels as (
    insert into realtime.parcels (pool_id, id, body)
    select pool, id, body from unnest($4::uuid[], $5::uuid[], $6::bytea[]) as r (pool, id, body))
  select set_config('synchronous_commit', 'off', true),
    (select count(pg_notify('${NOTIFY_CHANNEL}', text)) from unnest($1::text[]) as r (text))`

export interface Outbox {
  /** Notifies the other processes shortly and in order. @returns false if the queue is full */
  send(notice: Notice): boolean
  /** Resolves when every earlier notice was sent or dropped. */
  drained(): Promise<void>
}

/**
 * @param from identifies this process, which also receives its own notices
 * @param onLost called when notices and their presence rows were lost
 */
export function createOutbox(
  database: Pick<Database, 'once'>,
  from: string,
  log: Logger,
  onLost: () => void,
): Outbox {
  const queue: { notice: Notice; body: string }[] = []
  let bytes = 0
  let count = 0
  let flushing: Promise<void> | undefined

  async function flushAll(): Promise<void> {
    await Promise.resolve() // combines everything sent in the same tick
    while (queue.length) {
      const batch = queue.splice(0, NOTICES_PER_STATEMENT)
      bytes -= batch.reduce((sum, { body }) => sum + body.length, 0)
      await flush(batch).catch((error: Error) => {
        log.warn({ error: error.message, notices: batch.length }, 'could not notify other processes')
        onLost()
      })
    }
  }

  async function flush(batch: { notice: Notice; body: string }[]): Promise<void> {
    const { joined, departed } = rowsOf(batch.map(({ notice }) => notice))
    const pools: string[] = []
    const ids: string[] = []
    const bodies: Buffer[] = []
    const texts = batch.map(({ notice, body }) => {
      const text = seal(from, ++count, body)
      const name = channelOf(notice)
      if (!name || Buffer.byteLength(text) < NOTIFY_LIMIT) return text
      const id = randomUUID()
      pools.push(name.pool)
      ids.push(id)
      bodies.push(Buffer.from(body))
      return seal(from, count, { name, id })
    })
    await database.once(SERVICE, {
      name: 'realtime_flush',
      text: FLUSH,
      values: [texts, JSON.stringify(joined), JSON.stringify(departed), pools, ids, bodies],
    })
  }

  return {
    send(notice) {
      if (bytes > MAX_QUEUED_BYTES) return false
      const body = bodyOf(notice)
      queue.push({ notice, body })
      bytes += body.length
      flushing ??= flushAll().finally(() => (flushing = undefined))
      return true
    },
    async drained() {
      await flushing // includes notices sent meanwhile
    },
  }
}

/** The net row changes of a batch: a presence that joins and leaves within it causes none. */
function rowsOf(notices: Notice[]) {
  const joined = new Map<string, object>()
  const departed = new Map<string, object>()
  for (const notice of notices)
    if (notice.kind === 'presence') {
      const { name, joins, leaves } = notice
      for (const join of joins) {
        joined.set(rowKey(name, join.ref), { ...name, ...join })
        departed.delete(rowKey(name, join.ref))
      }
      for (const ref of leaves) {
        joined.delete(rowKey(name, ref))
        departed.set(rowKey(name, ref), { ...name, ref })
      }
    }
  return { joined: [...joined.values()], departed: [...departed.values()] }
}

const rowKey = (name: FullName, ref: string) => `${keyOf(name)} ${ref}`
