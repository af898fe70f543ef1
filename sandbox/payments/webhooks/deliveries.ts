import type { DatabaseSync } from 'node:sqlite'
import { identifier } from '../../identifier.ts'
import type { ObjectStore } from '../store.ts'
import type { Scope } from '../world.ts'
import { endpointsFor, receiverOf, thinDestinationsFor } from './endpoints.ts'
import { send } from './send.ts'
import type { Attempt } from './send.ts'

/**
 * Milliseconds before each retry; Stripe's hours, compressed. After the last retry, a delivery has failed.
 */
const defaultDelaysMs = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000]

export interface Delivery {
  id: string
  event_id: string
  event_type: string
  endpoint_id: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: Attempt[]
  /** Time of the next attempt, in milliseconds since 1970. */
  next_at: number
}

/** Delivery problems to simulate. */
export interface Disorder {
  /** Share of deliveries that are sent twice (0 to 1). */
  duplicates: number
  /** Maximum random delay per delivery, which shuffles their order. */
  spreadMs: number
}

interface Options {
  database: DatabaseSync
  objects: ObjectStore
  platformAccount: string
  retryDelays?: number[]
}

/**
 * Sends events to webhook endpoints, in parallel and at least once. Pending deliveries are stored, so they
 * survive a stop.
 */
export class Deliveries {
  readonly #options: Options
  readonly #delays: number[]
  readonly #inFlight = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #paused = false
  #disorder: Disorder = { duplicates: 0, spreadMs: 0 }
  #stopped = false
  #waking = false

  constructor(options: Options) {
    this.#options = options
    this.#delays = options.retryDelays ?? defaultDelaysMs
  }

  enqueue(eventId: string, type: string, scope: Scope): void {
    const { objects, platformAccount } = this.#options
    for (const endpoint of endpointsFor(objects, platformAccount, type, scope))
      this.#insert(eventId, type, endpoint)
  }

  enqueueThin(eventId: string, type: string, scope: Scope): void {
    for (const endpoint of thinDestinationsFor(this.#options.objects, type, scope))
      this.#insert(eventId, type, endpoint)
  }

  #insert(eventId: string, type: string, endpoint: string): void {
    const { duplicates, spreadMs } = this.#disorder
    const insert = this.#options.database.prepare(
      'insert into deliveries (id, event_id, event_type, endpoint_id, next_at) values (?, ?, ?, ?, ?)',
    )
    const copies = Math.random() < duplicates ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1)
      insert.run(
        identifier('del', 20),
        eventId,
        type,
        endpoint,
        Date.now() + Math.floor(Math.random() * spreadMs),
      )
  }

  get disorder(): Disorder {
    return { ...this.#disorder }
  }

  /** Applies to new deliveries; `shuffle` reschedules pending ones. */
  set disorder(disorder: Disorder) {
    this.#disorder = disorder
  }

  /**
   * Reschedules all pending deliveries randomly within `spreadMs` from now; 0 makes all of them due now.
   * @param failed also reschedules failed ones
   */
  shuffle(spreadMs: number, failed = false): number {
    const states = failed ? `('pending', 'failed')` : `('pending')`
    const { changes } = this.#options.database
      .prepare(
        `update deliveries set next_at = ? + abs(random() % ?), status = 'pending',
           attempts = case status when 'failed' then '[]' else attempts end
         where status in ${states}`,
      )
      .run(Date.now(), Math.max(1, Math.floor(spreadMs)))
    this.wake()
    return Number(changes)
  }

  /** Number of deliveries in each state. */
  count(): Record<Delivery['status'], number> {
    const counts = { pending: 0, delivered: 0, failed: 0 }
    for (const row of this.#options.database
      .prepare('select status, count(*) as n from deliveries group by status')
      .all())
      counts[row['status'] as Delivery['status']] = Number(row['n'])
    return counts
  }

  pendingOf(eventId: string): number {
    const row = this.#options.database
      .prepare(`select count(*) as n from deliveries where event_id = ? and status = 'pending'`)
      .get(eventId)
    return Number(row?.['n'] ?? 0)
  }

  list(eventId?: string): Delivery[] {
    const where = eventId === undefined ? '' : 'where event_id = ?'
    return this.#options.database
      .prepare(`select * from deliveries ${where} order by seq desc limit 1000`)
      .all(...(eventId === undefined ? [] : [eventId]))
      .map(deliveryOf)
  }

  find(id: string): Delivery | undefined {
    const row = this.#options.database.prepare('select * from deliveries where id = ?').get(id)
    return row && deliveryOf(row)
  }

  get paused(): boolean {
    return this.#paused
  }

  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    this.wake()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  /** Sends all due deliveries and schedules the next check. Called after each change and by its own timer. */
  wake(): void {
    clearTimeout(this.#timer)
    if (this.#paused || this.#stopped) return
    const now = Date.now()
    const rows = this.#options.database
      .prepare(`select * from deliveries where status = 'pending' order by next_at limit 200`)
      .all()
      .map(deliveryOf)
      .filter((one) => !this.#inFlight.has(one.id))
    for (const one of rows.filter((row) => row.next_at <= now)) void this.#attempt(one)
    const next = rows.find((row) => row.next_at > now)
    if (next) this.#timer = setTimeout(() => this.wake(), next.next_at - now)
  }

  /** Resends an event to one endpoint, regardless of its earlier result; replays are not retried. */
  async replay(delivery: Delivery): Promise<Attempt> {
    return (
      (await this.#send(delivery)) ?? {
        at: new Date().toISOString(),
        ms: 0,
        error: 'The endpoint or event no longer exists.',
      }
    )
  }

  async #attempt(delivery: Delivery): Promise<void> {
    this.#inFlight.add(delivery.id)
    try {
      const attempt = await this.#send(delivery)
      if (this.#stopped) return
      const attempts = attempt ? [...delivery.attempts, attempt] : delivery.attempts
      const delay = this.#delays[attempts.length - 1]
      const status =
        attempt?.status !== undefined && attempt.status >= 200 && attempt.status < 300
          ? 'delivered'
          : attempt && delay !== undefined
            ? 'pending'
            : 'failed'
      this.#options.database
        .prepare('update deliveries set status = ?, attempts = ?, next_at = ? where id = ?')
        .run(status, JSON.stringify(attempts), Date.now() + (delay ?? 0), delivery.id)
    } finally {
      this.#inFlight.delete(delivery.id)
      this.#wakeSoon()
    }
  }

  /** Debounces `wake`, so that many attempts that end together read the due deliveries once. */
  #wakeSoon(): void {
    if (this.#waking || this.#stopped) return
    this.#waking = true
    setTimeout(() => {
      this.#waking = false
      this.wake()
    }, 5)
  }

  async #send(delivery: Delivery): Promise<Attempt | undefined> {
    const { objects } = this.#options
    const receiver = receiverOf(objects, delivery.endpoint_id)
    const event =
      objects.findAnywhere<object>('event', delivery.event_id) ??
      objects.findAnywhere<object>('v2.core.event', delivery.event_id)
    if (!receiver || !event) return undefined
    const counted = event.kind === 'event' ? { pending_webhooks: this.pendingOf(delivery.event_id) } : {}
    return send(receiver, JSON.stringify({ ...event.data, ...counted }))
  }
}

function deliveryOf(row: Record<string, unknown>): Delivery {
  return {
    id: String(row['id']),
    event_id: String(row['event_id']),
    event_type: String(row['event_type']),
    endpoint_id: String(row['endpoint_id']),
    status: row['status'] as Delivery['status'],
    attempts: JSON.parse(String(row['attempts'])) as Attempt[],
    next_at: Number(row['next_at']),
  }
}
