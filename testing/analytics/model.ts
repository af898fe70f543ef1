import type { Counts, Goal, Segment } from '#blocks/analytics/endpoints-studio.ts'
import type { StoredEvent } from '#blocks/analytics/ingest/store-events.ts'

// What the figures must be, computed from all events without a database. Written from blocks/analytics/README.md, not from the statements.

const HALF_HOUR = 1_800_000
const DAY = 86_400_000

export interface Visit {
  events: StoredEvent[]
  /** Its first event. */
  entry: StoredEvent
  visitor: string
  day: number
}

const inOrder = (a: StoredEvent, b: StoredEvent) => a.at - b.at || (a.id < b.id ? -1 : 1)

/** The visits of a tenant. */
export function visitsOf(events: readonly StoredEvent[], tenant: string): Visit[] {
  const counted = events.filter((event) => event.tenant === tenant && event.kind !== 'vital')
  const visits: Visit[] = []
  for (const [visitor, ofVisitor] of Map.groupBy(counted, (event) => event.visitor)) {
    let last: StoredEvent | undefined
    for (const event of ofVisitor.sort(inOrder)) {
      const day = Math.floor(event.at / DAY)
      const goesOn = last && Math.floor(last.at / DAY) === day && event.at - last.at <= HALF_HOUR
      if (goesOn) visits.at(-1)!.events.push(event)
      else visits.push({ events: [event], entry: event, visitor, day })
      last = event
    }
  }
  return visits
}

/** The visits that a segment chooses. */
export function chosen(visits: readonly Visit[], segment: Segment): Visit[] {
  const { entry, page, event, ...first } = segment
  return visits.filter(
    (visit) =>
      Object.entries(first).every(
        ([name, value]) => value === undefined || visit.entry[name as 'source'] === value,
      ) &&
      (entry === undefined || visit.entry.path === entry) &&
      (page === undefined || visit.events.some((one) => one.kind === 'view' && one.path === page)) &&
      (event === undefined || visit.events.some((one) => one.kind === 'event' && one.name === event)),
  )
}

type Within = (at: number) => boolean

/** Views, visits and visitors of a time. */
export function countsIn(visits: readonly Visit[], within: Within): Counts {
  const firsts = new Map<string, StoredEvent>()
  for (const { visitor, day, entry } of visits) {
    const key = `${visitor} ${day}`
    const known = firsts.get(key)
    if (!known || inOrder(entry, known) < 0) firsts.set(key, entry)
  }
  return {
    views: visits.flatMap(({ events }) => events).filter(({ kind, at }) => kind === 'view' && within(at))
      .length,
    visits: visits.filter(({ entry }) => within(entry.at)).length,
    visitors: [...firsts.values()].filter(({ at }) => within(at)).length,
  }
}

const OF_ENTRY = ['source', 'medium', 'campaign', 'country', 'device', 'browser', 'system', 'site'] as const

/** The value that an event counts for, if any. */
function valueOf(dimension: string, event: StoredEvent, isEntry: boolean): string | undefined {
  if (dimension === 'entry') return isEntry ? event.path : undefined
  if ((OF_ENTRY as readonly string[]).includes(dimension))
    return isEntry ? event[dimension as 'source'] : undefined
  if (dimension === 'page') return event.kind === 'view' ? event.path : undefined
  if (event.kind !== dimension) return undefined
  return dimension === 'missing' ? event.path : event.name
}

/** Counts and visitors by value of a dimension. An entry's visitors are those whose first visit of the day it starts. */
export function listIn(visits: readonly Visit[], dimension: string, within: Within) {
  const isOfEntry = dimension === 'entry' || (OF_ENTRY as readonly string[]).includes(dimension)
  const rows: { value: string; at: number; key: string; event: StoredEvent }[] = []
  for (const visit of visits)
    for (const event of visit.events) {
      const value = valueOf(dimension, event, event === visit.entry)
      if (value === undefined) continue
      rows.push({
        value,
        at: event.at,
        key: `${visit.visitor} ${visit.day} ${isOfEntry ? '' : value}`,
        event,
      })
    }
  const seen = new Set<string>()
  const counts = new Map<string, { count: number; visitors: number }>()
  for (const { value, at, key } of rows.sort((a, b) => inOrder(a.event, b.event))) {
    const isFirst = !seen.has(key)
    seen.add(key)
    if (!within(at)) continue
    const row = counts.get(value) ?? { count: 0, visitors: 0 }
    counts.set(value, { count: row.count + 1, visitors: row.visitors + (isFirst ? 1 : 0) })
  }
  return [...counts]
    .map(([value, row]) => ({ value, ...row }))
    .sort((a, b) => b.count - a.count || (Buffer.from(a.value).compare(Buffer.from(b.value)) < 0 ? -1 : 1))
}

/** Whether an event is a goal's. */
export function isGoal({ kind, match }: Goal, event: StoredEvent): boolean {
  if (event.kind !== kind) return false
  if (kind !== 'view') return event.name === match
  if (!match.endsWith('/*')) return event.path === match
  const base = match.slice(0, -2)
  return event.path === (base || '/') || event.path.startsWith(`${base}/`)
}

/** Visits that reached each step, in order. */
export function funnelIn(visits: readonly Visit[], steps: readonly Goal[]): number[] {
  const reached = steps.map(() => 0)
  for (const { events } of visits) {
    let step = 0
    for (const event of events) {
      if (step === steps.length || !isGoal(steps[step]!, event)) continue
      reached[step++]!++
    }
  }
  return reached
}

/** Steps between different pages, and the last page of each visit. */
export function journeysIn(visits: readonly Visit[]) {
  const counts = new Map<string, number>()
  for (const { events } of visits) {
    const paths = events.filter(({ kind }) => kind === 'view').map(({ path }) => path)
    for (const [at, path] of paths.entries()) {
      const next = paths[at + 1] ?? null
      if (next === path) continue
      const key = JSON.stringify([path, next])
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The calendar day of a moment in a zone, as the browser computes it. */
export function dayIn(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  return (at) => format.format(at)
}
