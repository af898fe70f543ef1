import assert from 'node:assert/strict'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import { DIMENSIONS } from '#blocks/analytics/endpoints-studio.ts'
import type { Goal, Segment } from '#blocks/analytics/endpoints-studio.ts'
import { listOf, trafficOf } from '#blocks/analytics/figures/read-figures.ts'
import { rollUp } from '#blocks/analytics/figures/roll-up.ts'
import {
  funnelVisits,
  goalVisits,
  journeysOf,
  retentionOf,
  vitalsOf,
} from '#blocks/analytics/figures/visit-figures.ts'
import { storeEvents } from '#blocks/analytics/ingest/store-events.ts'
import type { StoredEvent } from '#blocks/analytics/ingest/store-events.ts'
import type { TestTenant } from '#testing/factories.ts'
import type { Random } from '#testing/random.ts'
import type { TestApp } from '#testing/test-app.ts'
import { arrivalOf, generateEvents } from './generate-events.ts'
import { chosen, countsIn, dayIn, funnelIn, isGoal, journeysIn, listIn, visitsOf } from './model.ts'
import type { Visit } from './model.ts'

/** Half hours, three quarters of one, summer time of an hour and of half an hour, and both sides of the date line. */
export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Honolulu',
]

const GOALS: Goal[] = [
  { kind: 'view', match: '/shop/*' },
  { kind: 'view', match: '/about' },
  { kind: 'event', match: '<b>bold</b>' },
  { kind: 'block', match: 'pay:done' },
]

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

interface World {
  app: TestApp
  tenant: TestTenant
  visits: Visit[]
  events: StoredEvent[]
}

/** Stores generated events as they arrive, counts some hours in between, and returns what the model knows. */
export async function storeWorld(
  app: TestApp,
  random: Random,
  tenants: readonly TestTenant[],
  plan: { from: number; to: number; events: number },
): Promise<StoredEvent[]> {
  const events = generateEvents(random, { ...plan, tenants: tenants.map(({ id }) => id) })
  const arriving = arrivalOf(random, events)
  const rolledAt = [0.4, 0.7].map((part) => Math.floor(arriving.length * part))
  for (let at = 0, size = 0; at < arriving.length; at += size) {
    size = Math.min(1 + random.below(5000), arriving.length - at)
    await storeEvents(app.kernel.database, arriving.slice(at, at + size))
    // Later events make these counts old.
    if (rolledAt.length && at >= rolledAt[0]!) {
      rolledAt.shift()
      await rollUp(app.kernel)
    }
  }
  return events
}

export function worldOf(app: TestApp, tenant: TestTenant, events: readonly StoredEvent[]): World {
  const own = events.filter((event) => event.tenant === tenant.id)
  return { app, tenant, events: own, visits: visitsOf(own, tenant.id) }
}

/** Compares all figures of a period and a segment. @returns how many were compared */
export async function compare(
  world: World,
  period: { from: string; to: string; zone: string },
  segment: Segment,
) {
  const { app, tenant } = world
  const query = { tenant: tenant.id, ...period, ...segment }
  const claims = { role: 'authenticated', pool: PLATFORM_POOL, sub: tenant.owner } as const
  const day = dayIn(period.zone)
  const within = (at: number) => day(at) >= period.from && day(at) <= period.to
  const days = Math.round((Date.parse(period.to) - Date.parse(period.from)) / 86_400_000) + 1
  const before = (at: number) => day(at) >= dayBefore(period.from, days) && day(at) < period.from
  const visits = chosen(world.visits, segment)
  const started = visits.filter(({ entry }) => within(entry.at))
  let compared = 0
  const same = (found: unknown, known: unknown, what: string) => {
    assert.deepEqual(found, known, `${what} of ${JSON.stringify({ ...period, ...segment })}`)
    compared++
  }
  await app.kernel.database.withClaims(claims, async (db) => {
    const traffic = await trafficOf(db, query)
    same(traffic.total, countsIn(visits, within), 'total')
    same(traffic.before, countsIn(visits, before), 'before')
    if (days > 1)
      for (const [place, { at: _, ...counts }] of traffic.series.entries())
        same(
          counts,
          countsIn(visits, (at) => day(at) === dayBefore(period.from, -place)),
          `day ${place}`,
        )
    for (const dimension of DIMENSIONS)
      same(await listOf(db, query, dimension), listIn(visits, dimension, within), dimension)
    const goals = await goalVisits(db, query, GOALS)
    same(goals.visits, started.length, 'visits')
    same(
      goals.reached,
      GOALS.map((goal) => started.filter(({ events }) => events.some((event) => isGoal(goal, event))).length),
      'goals',
    )
    const steps = [GOALS[0]!, { kind: 'block', match: 'pay:seen' } as const, GOALS[3]!]
    same(await funnelVisits(db, query, steps), funnelIn(started, steps), 'funnel')
    const journeys = await journeysOf(db, query, 1000)
    same(
      new Map(
        journeys
          .map(({ from, to, visits: count }) => [JSON.stringify([from, to]), count] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
      journeysIn(started),
      'journeys',
    )
    same(await retentionOf(db, query), retentionIn(started, day), 'retention')
    const vitals = world.events.filter(({ kind, at }) => kind === 'vital' && within(at))
    same(
      (await vitalsOf(db, query)).map(({ name, value, samples }) => ({ name, value, samples })),
      vitalsIn(vitals),
      'vitals',
    )
  })
  return compared
}

const weekOf = (day: string) => dayBefore(day, (new Date(day).getUTCDay() + 6) % 7)

function retentionIn(started: readonly Visit[], day: (at: number) => string) {
  const weeks = new Map<string, Set<string>>()
  for (const { events, entry } of started)
    for (const { known } of events) {
      if (known === null) continue
      const own = weeks.get(known) ?? new Set()
      weeks.set(known, own.add(weekOf(day(entry.at))))
    }
  const cohorts = Map.groupBy(weeks.values(), (own) => [...own].sort()[0]!)
  return [...cohorts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([week, members]) => {
      const later = members.flatMap((own) =>
        [...own].map((one) => Math.round((Date.parse(one) - Date.parse(week)) / (7 * 86_400_000))),
      )
      const inWeek = (number: number) => later.filter((one) => one === number).length
      return {
        week,
        visitors: members.length,
        again: Array.from({ length: Math.max(...later) }, (_, at) => inWeek(at + 1)),
      }
    })
}

/** The 75th percentile, interpolated between the two values around it. */
function vitalsIn(vitals: readonly StoredEvent[]) {
  return [...Map.groupBy(vitals, ({ name }) => name)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, found]) => {
      const values = found.map(({ value }) => value!).sort((a, b) => a - b)
      const place = 0.75 * (values.length - 1)
      const [low, high] = [values[Math.floor(place)]!, values[Math.ceil(place)]!]
      return { name, value: low + (high - low) * (place - Math.floor(place)), samples: values.length }
    })
}
