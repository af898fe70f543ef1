import { randomUUID } from 'node:crypto'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { Logger } from '#kernel/log.ts'
import { readSnapshot } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'

export interface FeedOptions {
  database: Database
  log: Logger
  /** NOTIFY channel that announces each transaction that wrote rows once, at its commit, by its number. */
  channel: string
  /** Table of the rows, with a column `xact`. It must store them longer than `retentionMs`. */
  table: string
  /** Milliseconds for which missed rows can be read from the table. */
  retentionMs: number
  /**
   * Processes the rows of these transactions, in this order. If it throws, it is called again with the same
   * ones.
   */
  work: (xacts: string[]) => Promise<void>
  /** Milliseconds between two marks. */
  markMs?: number
  /** Called after notifications were interrupted for longer than rows are stored. */
  onLost: () => void
}

export interface Feed {
  /** Resolves when every later commit will be reported. Earlier commits are not reported. */
  start(): Promise<void>
  /** Ignores notifications until the next start. */
  pause(): void
  close(): Promise<void>
}

/** Transactions passed to `work` in one call. */
const BATCH = 500
/** Milliseconds between two marks. A mark that has not returned by then means that the connection is dead. */
const MARK_MS = 10_000
const RETRY_MS = 500

/**
 * Reports every committed transaction of a table once to each process, in commit order, the order in which
 * PostgreSQL sends notifications. Notifications can be lost with their connection, so the process regularly
 * sends itself a mark: when a mark returns, everything visible in its snapshot was reported. What came after
 * the last mark is read from the table when the connection is restored, or when a mark does not return. Those
 * transactions are reported in the order in which they started.
 */
export function openFeed(options: FeedOptions): Feed {
  const { database, log, channel, table, retentionMs, markMs = MARK_MS, work, onLost } = options
  const process = randomUUID()
  /**
   * Pending transactions, in order. `known` contains these, and processed ones until a mark's snapshot
   * includes them.
   */
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

  function onNotification(payload: string): void {
    if (!running) return
    if (payload.startsWith('mark ')) return onMark(payload)
    add([payload])
  }

  function add(xacts: string[]): void {
    for (const xact of xacts)
      if (!known.has(xact)) {
        known.add(xact)
        queue.push(xact)
      }
    working ??= processQueue().finally(() => (working = undefined))
  }

  async function processQueue(): Promise<void> {
    for (;;) {
      if (queue.length === 0 || !running) return
      const batch = queue.slice(0, BATCH)
      try {
        await work(batch)
        const done = new Set(batch)
        queue = queue.filter((xact) => !done.has(xact))
      } catch (error) {
        log.warn({ channel, error: String(error) }, 'could not process a batch of transactions, retrying')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  function onMark(payload: string): void {
    if (payload !== awaited?.name) return
    const { snapshot } = awaited
    awaited = undefined
    setBase(snapshot)
    const pending = new Set(queue)
    known = new Set([...known].filter((xact) => pending.has(xact) || !snapshot.sees(xact)))
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
      log.warn({ channel }, 'notifications were interrupted for longer than changes are stored')
      setBase(await now())
      return onLost()
    }
    const missed = await rows<{ xact: string }>(
      `select distinct xact from ${table} where xact >= pg_snapshot_xmin($1::pg_snapshot) and xact <> '0'::xid8
         and not pg_visible_in_snapshot(xact, $1::pg_snapshot) order by xact`,
      [base.text],
    )
    // If a mark returned meanwhile, everything in its snapshot was reported.
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

  const logFailure = (task: Promise<void>) =>
    void task.catch((error: unknown) =>
      log.debug({ channel, error: String(error) }, 'the feed could not query the database'),
    )

  return {
    async start() {
      listening ??= database.listen(channel, onNotification, () => logFailure(catchUp()))
      await listening
      if (running || closed) return
      running = true
      try {
        // Everything visible in this snapshot is committed; everything else will be announced.
        setBase(await now())
      } catch (error) {
        running = false
        throw error
      }
      timer ??= setInterval(() => running && logFailure(mark()), markMs).unref()
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
