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

/** Seconds after which every interested process has fetched a parcel. */
const PARCEL_LIFETIME_SECONDS = 60

export interface FanOutEvents {
  /** Another process sent this notice. */
  onNotice(notice: Notice): void
  /** Whether this process needs notices of this channel. If not, their parcels are not fetched. */
  wants(name: FullName): boolean
  /** Notices of other processes were lost for some time. */
  onReconnect(): void
  /** A notice of this channel was lost. */
  onMissed(name: FullName): void
  /** Notices of this process were lost. */
  onOutboxLost(): void
}

export interface FanOut extends Outbox {
  /** Starts receiving notices of the other processes. */
  start(): Promise<void>
  /** Deletes parcels that are no longer needed. */
  tidy(): Promise<void>
}

/**
 * Connects all server processes of one database by NOTIFY. Notices of one channel arrive in order, even if
 * the body of a long one has to be fetched first.
 */
export function createFanOut(
  database: Pick<Database, 'once' | 'listen'>,
  log: Logger,
  events: FanOutEvents,
): FanOut {
  const self = randomUUID()
  const outbox = createOutbox(database, self, log, () => events.onOutboxLost())
  /** Running fetches, by channel. Later notices of the channel wait for them. */
  const fetching = new Map<string, Promise<void>>()
  let started: Promise<void> | undefined

  function receive(payload: string): void {
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
    const work = deliverInOrder(name, before, notice, parcel).finally(() => {
      if (fetching.get(key) === work) fetching.delete(key)
    })
    fetching.set(key, work)
  }

  /** Never rejects. */
  async function deliverInOrder(
    name: FullName,
    before: Promise<void> | undefined,
    received?: Notice,
    parcel?: Parcel,
  ): Promise<void> {
    await before
    try {
      const notice = received ?? (parcel && (await fetchParcel(parcel)))
      if (notice) events.onNotice(notice)
    } catch (error) {
      log.warn({ err: error }, 'could not fetch a message from another process')
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
      (started ??= database
        .listen(NOTIFY_CHANNEL, receive, () => events.onReconnect())
        .then(() => undefined)),
    async tidy() {
      await database.once(SERVICE, {
        name: 'realtime_tidy',
        text: `delete from realtime.parcels where created_at < now() - make_interval(secs => $1)`,
        values: [PARCEL_LIFETIME_SECONDS],
      })
    },
  }
}
