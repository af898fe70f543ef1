import { randomUUID } from 'node:crypto'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { Logger } from '#kernel/log.ts'
import { keyOf } from '../hub.ts'
import type { FullName } from '../hub.ts'
import { NOTIFY_LIMIT, bodyOf, channelOf, seal } from './notice.ts'
import type { Notice } from './notice.ts'

/** The channel of NOTIFY on which processes talk. */
export const NOTIFY_CHANNEL = 'realtime'
/** Bytes that may wait while the database is slow or away; above it messages for other processes are given up. */
const MOST_WAITING = 16_000_000
/** Notices told in one statement. */
const AT_ONCE = 500

/**
 * Rows of presences change, parcels are laid down, and the others are told, in one statement: all or nothing. Its
 * commit does not wait for the disk, since nothing here outlives a crash anyway.
 */
const FLUSH = `
  with came as (
    insert into realtime.presences (pool_id, private, topic, ref, process_id, presence_key, meta)
    select pool, private, topic, ref, process, key, meta from jsonb_to_recordset($2::jsonb)
      as r (pool uuid, private boolean, topic text, ref text, process integer, key text, meta text)
    on conflict (pool_id, private, topic, ref) do update set process_id = excluded.process_id),
  went as (
    delete from realtime.presences p using jsonb_to_recordset($3::jsonb)
      as r (pool uuid, private boolean, topic text, ref text)
    where p.pool_id = r.pool and p.private = r.private and p.topic = r.topic and p.ref = r.ref),
  parcels as (
    insert into realtime.parcels (pool_id, id, body)
    select pool, id, body from unnest($4::uuid[], $5::uuid[], $6::bytea[]) as r (pool, id, body))
  select set_config('synchronous_commit', 'off', true),
    (select count(pg_notify('${NOTIFY_CHANNEL}', text)) from unnest($1::text[]) as r (text))`

export interface Outbox {
  /** Tells the other processes, soon and in order. @returns false when too much is waiting already */
  send(notice: Notice): boolean
  /** Everything that was sent before is told, or given up. */
  drained(): Promise<void>
}

/**
 * @param from names this process, which hears its own words too
 * @param onLost what was sent did not get through, rows of presences neither
 */
export function createOutbox(
  database: Pick<Database, 'once'>,
  from: string,
  log: Logger,
  onLost: () => void,
): Outbox {
  const waiting: { notice: Notice; body: string }[] = []
  let bytes = 0
  let count = 0
  let flushing: Promise<void> | undefined

  async function flushAll(): Promise<void> {
    await Promise.resolve() // whatever is sent in this turn goes together
    while (waiting.length) {
      const batch = waiting.splice(0, AT_ONCE)
      bytes -= batch.reduce((sum, { body }) => sum + body.length, 0)
      await flush(batch).catch((error: Error) => {
        log.warn({ error: error.message, notices: batch.length }, 'other processes were not told')
        onLost()
      })
    }
  }

  async function flush(batch: { notice: Notice; body: string }[]): Promise<void> {
    const { came, went } = rowsOf(batch.map(({ notice }) => notice))
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
      values: [texts, JSON.stringify(came), JSON.stringify(went), pools, ids, bodies],
    })
  }

  return {
    send(notice) {
      if (bytes > MOST_WAITING) return false
      const body = bodyOf(notice)
      waiting.push({ notice, body })
      bytes += body.length
      flushing ??= flushAll().finally(() => (flushing = undefined))
      return true
    },
    async drained() {
      await flushing // what is sent meanwhile goes with it
    },
  }
}

/** What a batch does to the rows in the end: who came and went within it leaves none. */
function rowsOf(notices: Notice[]) {
  const came = new Map<string, object>()
  const went = new Map<string, object>()
  for (const notice of notices)
    if (notice.kind === 'presence') {
      const { name, joins, leaves } = notice
      for (const join of joins) {
        came.set(rowKey(name, join.ref), { ...name, ...join })
        went.delete(rowKey(name, join.ref))
      }
      for (const ref of leaves) {
        came.delete(rowKey(name, ref))
        went.set(rowKey(name, ref), { ...name, ref })
      }
    }
  return { came: [...came.values()], went: [...went.values()] }
}

const rowKey = (name: FullName, ref: string) => `${keyOf(name)} ${ref}`
