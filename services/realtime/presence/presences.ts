import { randomBytes } from 'node:crypto'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { realtimeErrors } from '../errors.ts'
import type { Notice, Presence } from '../fan-out/notice.ts'
import { keyOf } from '../hub.ts'
import type { FullName } from '../hub.ts'
import { createRoom } from './room.ts'
import type { PresenceObserver, Room } from './room.ts'

interface OpenRoom {
  name: FullName
  room: Room
  filled: Promise<void>
  users: number
}

/** A channel's membership in the room of its topic. */
export interface PresenceHandle {
  /** Sends the onlooker the current presences, then joins and leaves. Call it only once. */
  watch(onlooker: PresenceObserver): void
  /** Adds the member's presence, or replaces its payload. @throws {AppError} too_many_present */
  track(key: string, about: Record<string, unknown>): void
  untrack(): void
  /** Leaves permanently. */
  leave(): void
}

export interface Presences {
  /** @throws {Error} if the presences cannot be read from the database */
  enter(name: FullName): Promise<PresenceHandle>
  has(name: FullName): boolean
  apply(notice: Extract<Notice, { kind: 'presence' | 'gone' }>): void
  /** Stores the presences of this process again, because its number has changed. */
  rewrite(): void
  /** Reloads every room from the database. */
  refill(): Promise<void>
}

/**
 * Tracks presences in this process and in all others.
 * @param options.process returns the current number of this process
 * @param options.notify stores presences and notifies the other processes
 */
export function createPresences(
  database: Pick<Database, 'once'>,
  options: { maxPresences: number; process: () => number; notify: (notice: Notice) => void },
): Presences {
  const rooms = new Map<string, OpenRoom>()
  /** Presences of users connected to this process. */
  const own = new Map<string, { name: FullName; presence: Presence }>()

  async function read(name: FullName): Promise<Presence[]> {
    const { rows } = await database.once<Presence>(SERVICE, {
      name: 'realtime_present',
      text: `select ref, presence_key as key, meta, process_id as process from realtime.presences
             where pool_id = $1 and private = $2 and topic = $3`,
      values: [name.pool, name.private, name.topic],
    })
    return rows
  }

  async function fill({ name, room }: OpenRoom): Promise<void> {
    room.pause()
    try {
      room.load(await read(name), (ref) => own.has(ref))
    } catch (error) {
      room.resume()
      throw error
    }
  }

  function open(name: FullName): OpenRoom {
    const key = keyOf(name)
    const known = rooms.get(key)
    if (known) return known
    const opened: OpenRoom = { name, room: createRoom(), filled: Promise.resolve(), users: 0 }
    opened.filled = fill(opened)
    rooms.set(key, opened)
    return opened
  }

  function release(opened: OpenRoom): void {
    if (--opened.users > 0) return
    opened.room.close()
    if (rooms.get(keyOf(opened.name)) === opened) rooms.delete(keyOf(opened.name))
  }

  function publish(opened: OpenRoom, joins: Presence[], leaves: string[]): void {
    for (const presence of joins) own.set(presence.ref, { name: opened.name, presence })
    for (const ref of leaves) own.delete(ref)
    opened.room.change(joins, leaves)
    options.notify({ kind: 'presence', name: opened.name, joins, leaves })
  }

  return {
    async enter(name) {
      const opened = open(name)
      opened.users++
      try {
        await opened.filled
      } catch (error) {
        release(opened)
        // The next member to enter reads the presences again.
        if (rooms.get(keyOf(name)) === opened) rooms.delete(keyOf(name))
        throw error
      }
      return placeIn(opened, publish, () => release(opened), options)
    },
    has: (name) => rooms.has(keyOf(name)),
    apply(notice) {
      if (notice.kind === 'gone') for (const { room } of rooms.values()) room.removeProcess(notice.process)
      else rooms.get(keyOf(notice.name))?.room.change(notice.joins, notice.leaves)
    },
    rewrite() {
      const process = options.process()
      for (const entry of own.values()) {
        entry.presence = { ...entry.presence, process }
        options.notify({ kind: 'presence', name: entry.name, joins: [entry.presence], leaves: [] })
        rooms.get(keyOf(entry.name))?.room.change([entry.presence], [])
      }
    },
    async refill() {
      for (const opened of rooms.values()) await fill(opened)
    },
  }
}

function placeIn(
  opened: OpenRoom,
  publish: (opened: OpenRoom, joins: Presence[], leaves: string[]) => void,
  release: () => void,
  options: { maxPresences: number; process: () => number },
): PresenceHandle {
  let ref: string | undefined
  let publishedText = ''
  let onlooker: PresenceObserver | undefined
  const leaves = () => (ref === undefined ? [] : [ref])

  return {
    watch(added) {
      if (onlooker) return
      onlooker = added
      opened.room.add(onlooker)
    },
    track(key, about) {
      const text = JSON.stringify(about)
      if (ref !== undefined && text === publishedText) return
      if (ref === undefined && opened.room.size >= options.maxPresences)
        throw realtimeErrors.too_many_present()
      const next = randomBytes(12).toString('base64url')
      const meta = JSON.stringify({ ...about, phx_ref: next, ...(ref && { phx_ref_prev: ref }) })
      publish(opened, [{ ref: next, key, meta, process: options.process() }], leaves())
      ref = next
      publishedText = text
    },
    untrack() {
      if (ref !== undefined) publish(opened, [], leaves())
      ref = undefined
    },
    leave() {
      if (onlooker) opened.room.remove(onlooker)
      this.untrack()
      release()
    },
  }
}
