import type { Presence } from '../fan-out/notice.ts'

/**
 * Milliseconds for which changes are gathered, so that a hundred people who come at once are not ten thousand frames.
 */
const GATHER = 30

/** Somebody in a channel who is told who else is there. */
export interface Onlooker {
  /** Everybody, as JSON text of the wire's presence_state. */
  onState(state: string): void
  /** Who came and went, as JSON text of presence_diff. */
  onDiff(diff: string): void
}

export interface Room {
  readonly size: number
  add(onlooker: Onlooker): void
  remove(onlooker: Onlooker): void
  /** People who come or go; those who are here or gone already change nothing. */
  change(joins: Presence[], leaves: string[]): void
  /** Everybody who was connected to a process that is gone. */
  leaveOf(process: number): void
  /** Everybody is about to be read: changes wait, since they may be newer than what is read. True of a new room. */
  hold(): void
  /** Everybody as they were read, then the changes that waited. @param keep who is here though they were not read */
  know(all: Presence[], keep: (ref: string) => boolean): void
  /** Nobody could be read: the changes alone count. */
  resume(): void
  close(): void
}

/** Who is present in one channel, as this process knows it. */
export function createRoom(): Room {
  const here = new Map<string, Presence>()
  const onlookers = new Set<Onlooker>()
  /** Changes that wait. */
  let held: (() => void)[] | undefined = []
  let came = new Map<string, Presence>()
  let went = new Map<string, Presence>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (came.size + went.size === 0) return
    const diff = `{"joins":${grouped(came.values())},"leaves":${grouped(went.values())}}`
    came = new Map()
    went = new Map()
    for (const onlooker of onlookers) onlooker.onDiff(diff)
  }

  function note(joins: Presence[], leaves: string[]): void {
    for (const presence of joins) {
      // Gone and back before anybody was told: a diff that says both makes clients take them for gone.
      if (!here.has(presence.ref) && !went.delete(presence.ref)) came.set(presence.ref, presence)
      here.set(presence.ref, presence)
    }
    for (const ref of leaves) {
      const gone = here.get(ref)
      if (gone && !came.delete(ref)) went.set(ref, gone)
      here.delete(ref)
    }
    if (came.size + went.size) timer ??= setTimeout(flush, GATHER)
  }

  const inOrder = (change: () => void) => (held ? void held.push(change) : change())

  function resume(): void {
    const changes = held ?? []
    held = undefined
    for (const change of changes) change()
  }

  return {
    get size() {
      return here.size
    },
    add(onlooker) {
      // Whoever comes now sees them in the state, and must not be told of them again.
      flush()
      onlookers.add(onlooker)
      onlooker.onState(grouped(here.values()))
    },
    remove: (onlooker) => void onlookers.delete(onlooker),
    change: (joins, leaves) => inOrder(() => note(joins, leaves)),
    leaveOf: (process) =>
      inOrder(() => {
        const gone = [...here.values()].filter((one) => one.process === process)
        note(
          [],
          gone.map(({ ref }) => ref),
        )
      }),
    hold: () => void (held ??= []),
    know(all, keep) {
      const known = new Set(all.map(({ ref }) => ref))
      note(
        all,
        [...here.keys()].filter((ref) => !known.has(ref) && !keep(ref)),
      )
      resume()
    },
    resume,
    close: () => clearTimeout(timer),
  }
}

/** `{key: {metas: […]}}` as text: keys are people's own words, `__proto__` among them. */
function grouped(presences: Iterable<Presence>): string {
  const metas = new Map<string, string[]>()
  for (const { key, meta } of presences) metas.set(key, [...(metas.get(key) ?? []), meta])
  const entries = [...metas].map(([key, list]) => `${JSON.stringify(key)}:{"metas":[${list.join(',')}]}`)
  return `{${entries.join(',')}}`
}
