import type { Presence } from '../fan-out/notice.ts'

/**
 * Milliseconds for which changes are collected. Otherwise, a hundred users joining at once would cause ten
 * thousand frames.
 */
const COLLECT_MS = 30

/** A channel member that is notified of presences. */
export interface PresenceObserver {
  /** All presences, as JSON text of the protocol's presence_state. */
  onState(state: string): void
  /** Joins and leaves, as JSON text of presence_diff. */
  onDiff(diff: string): void
}

export interface Room {
  readonly size: number
  add(onlooker: PresenceObserver): void
  remove(onlooker: PresenceObserver): void
  /** Applies joins and leaves. Repeated ones have no effect. */
  change(joins: Presence[], leaves: string[]): void
  /** Removes all presences of a dead process. */
  removeProcess(process: number): void
  /**
   * Queues changes while all presences are being read, because they may be newer. A new room starts in this
   * state.
   */
  pause(): void
  /**
   * Applies the presences that were read, then queued changes.
   * @param keep presences to retain if they were not read
   */
  load(all: Presence[], keep: (ref: string) => boolean): void
  /** Applies queued changes without a read, because the read failed. */
  resume(): void
  close(): void
}

/** Creates a room: the presences of one channel as this process knows them. */
export function createRoom(): Room {
  const here = new Map<string, Presence>()
  const onlookers = new Set<PresenceObserver>()
  /** Queued changes. */
  let queuedChanges: (() => void)[] | undefined = []
  let joined = new Map<string, Presence>()
  let left = new Map<string, Presence>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (joined.size + left.size === 0) return
    const diff = `{"joins":${grouped(joined.values())},"leaves":${grouped(left.values())}}`
    joined = new Map()
    left = new Map()
    for (const onlooker of onlookers) onlooker.onDiff(diff)
  }

  function applyChange(joins: Presence[], leaves: string[]): void {
    for (const presence of joins) {
      // Left and rejoined before the diff was sent: a diff with both makes clients treat the user as absent.
      if (!here.has(presence.ref) && !left.delete(presence.ref)) joined.set(presence.ref, presence)
      here.set(presence.ref, presence)
    }
    for (const ref of leaves) {
      const removed = here.get(ref)
      if (removed && !joined.delete(ref)) left.set(ref, removed)
      here.delete(ref)
    }
    if (joined.size + left.size) timer ??= setTimeout(flush, COLLECT_MS)
  }

  const inOrder = (change: () => void) => (queuedChanges ? void queuedChanges.push(change) : change())

  function resume(): void {
    const changes = queuedChanges ?? []
    queuedChanges = undefined
    for (const change of changes) change()
  }

  return {
    get size() {
      return here.size
    },
    add(onlooker) {
      // The new onlooker gets earlier joins with its state and must not receive them again.
      flush()
      onlookers.add(onlooker)
      onlooker.onState(grouped(here.values()))
    },
    remove: (onlooker) => void onlookers.delete(onlooker),
    change: (joins, leaves) => inOrder(() => applyChange(joins, leaves)),
    removeProcess: (process) =>
      inOrder(() => {
        const removed = [...here.values()].filter((one) => one.process === process)
        applyChange(
          [],
          removed.map(({ ref }) => ref),
        )
      }),
    pause: () => void (queuedChanges ??= []),
    load(all, keep) {
      const known = new Set(all.map(({ ref }) => ref))
      applyChange(
        all,
        [...here.keys()].filter((ref) => !known.has(ref) && !keep(ref)),
      )
      resume()
    },
    resume,
    close: () => clearTimeout(timer),
  }
}

/** `{key: {metas: […]}}` as text, because keys are user-supplied and can be `__proto__`. */
function grouped(presences: Iterable<Presence>): string {
  const metas = new Map<string, string[]>()
  for (const { key, meta } of presences) metas.set(key, [...(metas.get(key) ?? []), meta])
  const entries = [...metas].map(([key, list]) => `${JSON.stringify(key)}:{"metas":[${list.join(',')}]}`)
  return `{${entries.join(',')}}`
}
