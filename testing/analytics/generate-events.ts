import type { StoredEvent } from '#blocks/analytics/ingest/store-events.ts'
import type { Random } from '#testing/random.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** `/` twice as often as the others, because pages are not equally popular. */
const PATHS = ['/', '/', '/shop', '/shop/bread', '/shop/rye', '/about', '/shopping', '/#/cart']
const SOURCES = ['', '', 'google.com', 'news', 'social.example']
const NAMES = {
  event: ['signup-button', 'video', '<b>bold</b>'],
  link: ['example.org/a', 'example.org'],
  download: ['shop.example/menu.pdf'],
  block: ['pay:seen', 'pay:opened', 'pay:started', 'pay:done', 'auth:seen', 'auth:error'],
  vital: ['LCP', 'INP', 'CLS'],
} as const

export interface Plan {
  tenants: readonly string[]
  /** Times in milliseconds since 1970; the events are in between. */
  from: number
  to: number
  events: number
}

const idOf = (random: Random) => {
  const hex = (digits: number) => Array.from({ length: digits }, () => random.below(16).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}

/** Between the events of a person: around the half hour at which a visit ends, at the same moment, or an hour later. */
const gap = (random: Random) =>
  random.pick([
    0,
    1,
    1000,
    MINUTE,
    5 * MINUTE,
    29 * MINUTE,
    30 * MINUTE - 1,
    30 * MINUTE,
    30 * MINUTE + 1,
    70 * MINUTE,
  ])

/** Events of persons over days: bursts with gaps at the limits, some of the same moment, and some that pass midnight (UTC). */
export function generateEvents(random: Random, { tenants, from, to, events: count }: Plan): StoredEvent[] {
  const events: StoredEvent[] = []
  for (let person = 1; events.length < count; person++) {
    const tenant = random.pick(tenants)
    const site = random.pick(['shop.example', 'blog.example'])
    const known = random.chance(0.3) ? String(person) : null
    const client = {
      country: random.pick(['', 'DE', 'US', 'JP']),
      device: random.pick(['phone', 'tablet', 'desktop']),
      browser: random.pick(['Firefox', 'Chrome', 'Safari']),
      system: random.pick(['Windows', 'Mac', 'Android']),
    }
    for (const start of random.several(4, () => from + random.below(to - from)))
      for (
        let at = start, left = 1 + random.below(12);
        left > 0 && at < to && events.length < count;
        left--
      ) {
        const kind = random.pick([
          'view',
          'view',
          'view',
          'event',
          'link',
          'download',
          'missing',
          'block',
          'vital',
        ] as const)
        const names: readonly string[] = kind === 'view' || kind === 'missing' ? [''] : NAMES[kind]
        events.push({
          tenant,
          id: idOf(random),
          at,
          // As the salt makes them: one for each person and day.
          visitor: String(person * 100_000 + Math.floor(at / DAY)),
          known,
          kind,
          name: random.pick(names),
          value: kind === 'vital' ? random.below(4000) : null,
          site,
          path: random.pick(PATHS),
          source: random.pick(SOURCES),
          medium: random.pick(['', 'email']),
          campaign: random.pick(['', 'Spring']),
          ...client,
        })
        at += gap(random)
      }
  }
  return events
}

/** As they arrive: in any order, and one of ten twice. */
export function arrivalOf(random: Random, events: readonly StoredEvent[]): StoredEvent[] {
  const arriving = [...events, ...events.filter(() => random.chance(0.1))]
  for (let at = arriving.length - 1; at > 0; at--) {
    const other = random.below(at + 1)
    ;[arriving[at], arriving[other]] = [arriving[other]!, arriving[at]!]
  }
  return arriving
}
