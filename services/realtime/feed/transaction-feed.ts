import { randomUUID } from 'node:crypto'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { Logger } from '#kernel/log.ts'
import { readSnapshot } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'

export interface FeedOptions {
  database: Database
  log: Logger
  /** Channel on which each transaction that wrote rows is told once, at its commit, by its number. */
  channel: string
  /** Table of the rows, with a column `xact`; it keeps them longer than `retentionMs`. */
  table: string
  /** How long rows are there to catch up with, in milliseconds. */
  retentionMs: number
  /** Works off the rows of these transactions, in this order. Called again with the same when it throws. */
  work: (xacts: string[]) => Promise<void>
  /** Between two marks, in milliseconds. */
  markMs?: number
  /** Notifications were away for longer than rows are kept. */
  onLost: () => void
}

export interface Feed {
  /** From now on nothing that commits is missed; what committed before is not told. */
  start(): Promise<void>
  /** Lets notifications pass by until the next start. */
  pause(): void
  close(): Promise<void>
}

/** Transactions handed on at once. */
const BATCH = 500
/** Between two marks, and until one that has not come back means that the connection is dead. */
const MARK_MS = 10_000
const RETRY_MS = 500

/**
 * Tells every committed transaction of a table once, in the order of the commits, to each process: PostgreSQL sends
 * notifications in that order. A notification can be lost with its connection, so the process sends itself a mark now
 * and then: when the mark is back, whatever its snapshot saw has been told. What came after the last mark is looked up
 * when the connection is back, or when a mark stays away; transactions found so are told in the order they began.
 */
export function openFeed(options: FeedOptions): Feed {
  const { database, log, channel, table, retentionMs, markMs = MARK_MS, work, onLost } = options
  const process = randomUUID()
  /** Not worked yet, in order; `known` holds these, and those that were, until a mark has seen them. */
  let queue: string[] = []
  let known = new Set<string>()
  let base: Snapshot | undefined
  let baseAt = 0
  let running = false
  let working: Promise<void> | undefined
  let listening: Promise<() => void> | undefined
  let marks = 0
  let awaited: { name: string; snapshot: Snapshot } | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const rows = async <R>(text: string, values: string[] = []) =>
    (await database.transaction(SERVICE, {}, (query) => query(text, values))).rows as R[]

  function heard(payload: string): void {
    if (!running) return
    if (payload.startsWith('mark ')) return markHeard(payload)
    add([payload])
  }

  function add(xacts: string[]): void {
    for (const xact of xacts)
      if (!known.has(xact)) {
        known.add(xact)
        queue.push(xact)
      }
    working ??= workOff().finally(() => (working = undefined))
  }

  async function workOff(): Promise<void> {
    for (;;) {
      if (queue.length === 0 || !running) return
      const batch = queue.slice(0, BATCH)
      try {
        await work(batch)
        const done = new Set(batch)
        queue = queue.filter((xact) => !done.has(xact))
      } catch (error) {
        log.warn({ channel, error: String(error) }, 'a batch of the database could not be told yet')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  function markHeard(payload: string): void {
    if (payload !== awaited?.name) return
    const { snapshot } = awaited
    awaited = undefined
    setBase(snapshot)
    const waiting = new Set(queue)
    known = new Set([...known].filter((xact) => waiting.has(xact) || !snapshot.sees(xact)))
  }

  function setBase(snapshot: Snapshot): void {
    base = snapshot
    baseAt = Date.now()
  }

  async function mark(): Promise<void> {
    if (awaited) await catchUp()
    const name = `mark ${process} ${++marks}`
    awaited = { name, snapshot: await now() }
    await rows('select pg_notify($1, $2)', [channel, name])
  }

  async function catchUp(): Promise<void> {
    if (!running || !base) return
    if (Date.now() - baseAt > retentionMs) {
      log.warn({ channel }, 'notifications were away for longer than changes are kept')
      setBase(await now())
      return onLost()
    }
    const missed = await rows<{ xact: string }>(
      `select distinct xact from ${table} where xact >= pg_snapshot_xmin($1::pg_snapshot) and xact <> '0'::xid8
         and not pg_visible_in_snapshot(xact, $1::pg_snapshot) order by xact`,
      [base.text],
    )
    // A mark may have come back meanwhile: what it saw was told.
    add(missed.map(({ xact }) => xact).filter((xact) => !base?.sees(xact)))
  }

  function pause(): void {
    running = false
    queue = []
    known = new Set()
    awaited = undefined
  }

  const now = async () =>
    readSnapshot(
      (await rows<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot'))[0]!.snapshot,
    )

  const quietly = (what: Promise<void>) =>
    void what.catch((error: unknown) =>
      log.debug({ channel, error: String(error) }, 'the feed could not look'),
    )

  return {
    async start() {
      listening ??= database.listen(channel, heard, () => quietly(catchUp()))
      await listening
      if (running || closed) return
      running = true
      try {
        // What this sees had committed; everything else will be notified.
        setBase(await now())
      } catch (error) {
        running = false
        throw error
      }
      timer ??= setInterval(() => running && quietly(mark()), markMs).unref()
    },
    pause,
    async close() {
      closed = true
      pause()
      clearInterval(timer)
      ;(await listening)?.()
      await working
    },
  }
}
