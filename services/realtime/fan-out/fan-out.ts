import { randomUUID } from 'node:crypto'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { Logger } from '#kernel/log.ts'
import { keyOf } from '../hub.ts'
import type { FullName } from '../hub.ts'
import { channelOf, open, openBody } from './notice.ts'
import type { Notice, Parcel } from './notice.ts'
import { NOTIFY_CHANNEL, createOutbox } from './outbox.ts'
import type { Outbox } from './outbox.ts'

/** Seconds after which a parcel was fetched by everybody who wanted it. */
const PARCEL_LIFE = 60

export interface FanOutEvents {
  /** Another process said this. */
  onNotice(notice: Notice): void
  /** Whether anybody here wants what is said about this channel: else a parcel is not fetched. */
  wants(name: FullName): boolean
  /** What others said for a while was lost. */
  onGap(): void
  /** What somebody said in this channel was lost. */
  onMissed(name: FullName): void
  /** What this process said was lost. */
  onUnsaid(): void
}

export interface FanOut extends Outbox {
  /** From now on the others are heard. */
  start(): Promise<void>
  /** Parcels that nobody needs any more are thrown away. */
  tidy(): Promise<void>
}

/**
 * What all server processes on one database tell one another, by NOTIFY. What is said of one channel arrives in order,
 * also where a long message has to be fetched first.
 */
export function createFanOut(
  database: Pick<Database, 'once' | 'listen'>,
  log: Logger,
  events: FanOutEvents,
): FanOut {
  const self = randomUUID()
  const outbox = createOutbox(database, self, log, () => events.onUnsaid())
  /** Fetches under way, by channel: whatever comes after waits for them. */
  const fetching = new Map<string, Promise<void>>()
  let started: Promise<void> | undefined

  function hear(payload: string): void {
    const envelope = open(payload)
    if (!envelope || envelope.from === self) return
    const { notice, parcel } = envelope
    const name = parcel?.name ?? (notice && channelOf(notice))
    if (!name) {
      if (notice) events.onNotice(notice)
      return
    }
    if (!events.wants(name)) return
    const key = keyOf(name)
    const before = fetching.get(key)
    if (!before && notice) return events.onNotice(notice)
    const work = hand(name, before, notice, parcel).finally(() => {
      if (fetching.get(key) === work) fetching.delete(key)
    })
    fetching.set(key, work)
  }

  /** Never rejects. */
  async function hand(
    name: FullName,
    before: Promise<void> | undefined,
    told?: Notice,
    parcel?: Parcel,
  ): Promise<void> {
    await before
    try {
      const notice = told ?? (parcel && (await fetchParcel(parcel)))
      if (notice) events.onNotice(notice)
    } catch (error) {
      log.warn({ err: error }, 'a message of another process could not be fetched')
      events.onMissed(name)
    }
  }

  async function fetchParcel({ name, id }: Parcel): Promise<Notice | undefined> {
    const { rows } = await database.once<{ body: Buffer }>(SERVICE, {
      name: 'realtime_parcel',
      text: 'select body from realtime.parcels where pool_id = $1 and id = $2',
      values: [name.pool, id],
    })
    return rows[0] && openBody(rows[0].body.toString())
  }

  return {
    ...outbox,
    start: () =>
      (started ??= database.listen(NOTIFY_CHANNEL, hear, () => events.onGap()).then(() => undefined)),
    async tidy() {
      await database.once(SERVICE, {
        name: 'realtime_tidy',
        text: `delete from realtime.parcels where created_at < now() - make_interval(secs => $1)`,
        values: [PARCEL_LIFE],
      })
    },
  }
}
