import type { Random } from '../random.ts'
import type { Alternative, Order, Payment, Person, Team, Ticket } from './model.ts'

/** Random audiences and people of one tenant, whose times are at least hours away from every threshold. */
export interface AudienceWorld {
  now: Date
  audiences: { id: string; any: Alternative[] }[]
  people: Person[]
  teams: Team[]
  events: string[]
}

const HOUR_MS = 60 * 60 * 1000
const STATUSES = ['paid', 'paid', 'paid', 'refunded', 'failed', 'expired', 'canceled']
const TICKET_STATES = ['valid', 'valid', 'valid', 'refunded', 'canceled', 'reserved', 'void']
const SUBSCRIPTIONS = ['active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'paused']

type Window = (random: Random, daysAgo: (days: number) => Date) => Pick<Alternative, 'from' | 'until'>

/** Open, not yet open, closed already, and the same with one end. */
const WINDOWS: Window[] = [
  () => ({}),
  () => ({}),
  () => ({}),
  ({ below }, daysAgo) => ({ from: daysAgo(below(20) - 10) }),
  ({ below }, daysAgo) => ({ until: daysAgo(below(20) - 10) }),
  ({ below }, daysAgo) => ({ from: daysAgo(20 - below(30)), until: daysAgo(-11 - below(5)) }),
  ({ below }, daysAgo) => ({ from: daysAgo(20 + below(5)), until: daysAgo(19 - below(30)) }),
]

/** @param letter hexadecimal digit that starts every id, so that several worlds share a database @param eventCount with tickets that some people have */
export function randomAudiences(
  random: Random,
  letter: string,
  count: number,
  roles: string[],
  eventCount = 0,
): AudienceWorld {
  let ids = 0
  const id = () => `${letter.repeat(8)}-0000-7000-8000-${(++ids).toString(16).padStart(12, '0')}`
  const now = new Date()
  /** Half a day beside whole days, where `after_days` changes. */
  const daysAgo = (days: number) => new Date(now.getTime() - (days * 24 + 12) * HOUR_MS)
  const products = Array.from({ length: 12 }, id)
  const events = Array.from({ length: eventCount }, id)

  const payment = (): Payment => ({
    id: id(),
    status: random.pick(STATUSES),
    // A payment of the same instant as another one would be decided by its id.
    paidAt: random.chance(0.85) ? new Date(daysAgo(random.below(30)).getTime() - ids) : null,
    dispute: random.chance(0.15) ? random.pick(['lost', 'won', 'needs_response']) : null,
  })
  const order = (): Order => {
    const interval = random.chance(0.4) ? 'month' : null
    return {
      ...payment(),
      source: random.pick(products),
      mode: random.chance(0.7) ? 'live' : 'test',
      interval,
      subscription: interval && random.pick(SUBSCRIPTIONS),
      seats: interval && random.chance(0.7) ? 1 + random.below(4) : null,
      renewals: interval && random.chance(0.5) ? random.several(3, payment) : [],
    }
  }
  const ticket = (): Ticket => ({
    id: id(),
    event: random.pick(events),
    mode: random.chance(0.7) ? 'live' : 'test',
    state: random.pick(TICKET_STATES),
    issuedAt: daysAgo(random.below(30)),
  })
  const person = (): Person => {
    const is = random.chance(0.9) ? 'member' : random.pick(['visitor', 'stranger'] as const)
    return {
      id: id(),
      is,
      joinedAt: daysAgo(random.below(30)),
      bannedUntil: random.chance(0.15) ? daysAgo(random.pick([-3, 3])) : null,
      deletedAt: random.chance(0.05) ? daysAgo(1) : null,
      orders: random.chance(0.6) && is === 'member' ? random.several(4, order) : [],
      roles:
        is === 'member'
          ? roles.filter(() => random.chance(0.3)).map((role) => ({ role, since: daysAgo(random.below(30)) }))
          : [],
      tickets: events.length && is === 'member' ? random.several(4, ticket) : [],
    }
  }
  const people = Array.from({ length: count }, person)

  const given = new Set<Order>()
  const team = (): Team => {
    const chosen = new Set(random.several(6, () => random.pick(people)))
    const members = [...chosen]
      .filter(({ is, deletedAt }) => is === 'member' && !deletedAt)
      .map((each) => ({ person: each, joinedAt: daysAgo(random.below(30)) }))
    const orders = members
      .flatMap((each) => each.person.orders)
      .filter((each) => each.seats !== null && !given.has(each) && random.chance(0.8))
    for (const each of orders) given.add(each)
    return { id: id(), members, orders }
  }
  const teams = Array.from({ length: count }, team).filter(({ members }) => members.length > 0)

  const which: Record<string, () => Omit<Alternative, 'kind'>> = {
    everyone: () => ({}),
    owner: () => ({}),
    signed_in: () => ({}),
    bought: () => ({ source: random.pick(products) }),
    people: () => ({ ids: random.several(30, () => random.pick(people).id) }),
    ...(events.length ? { holds_ticket: () => ({ event: random.pick(events) }) } : {}),
    ...(roles.length ? { role: () => ({ role: random.pick(roles) }) } : {}),
  }
  const alternative = (): Alternative => {
    // Everyone is rare, or most audiences would be the same.
    const kind = random.chance(0.05) ? 'everyone' : random.pick(Object.keys(which))
    return {
      kind,
      ...which[kind]!(),
      ...random.pick(WINDOWS)(random, daysAgo),
      ...(random.chance(0.3) && !['everyone', 'owner'].includes(kind)
        ? { after_days: 1 + random.below(25) }
        : {}),
    }
  }
  const audiences = Array.from({ length: count }, () => ({
    id: id(),
    any: random.chance(0.05) ? [] : random.several(3, alternative),
  }))
  return { now, audiences, people, teams, events }
}
