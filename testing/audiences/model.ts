/**
 * The rule of audiences in plain words, written without regard to the SQL: `kernel/db/audiences.test.ts` compares
 * the two.
 */

export interface Alternative {
  kind: string
  source?: string
  role?: string
  event?: string
  ids?: string[]
  from?: Date
  until?: Date
  after_days?: number
}

export interface Payment {
  id: string
  status: string
  paidAt: Date | null
  dispute: string | null
}

export interface Order extends Payment {
  source: string
  mode: 'test' | 'live'
  interval: 'month' | null
  subscription: string | null
  /** For a product sold per seat: how many its payer's team has. */
  seats: number | null
  renewals: Payment[]
}

/** A ticket that belongs to a member. */
export interface Ticket {
  id: string
  event: string
  mode: 'test' | 'live'
  state: string
  issuedAt: Date
}

/** Members of a tenant who share the seats that some of them pay for. */
export interface Team {
  id: string
  members: { person: Person; joinedAt: Date }[]
  /** Purchases of members whose seats are for this team. */
  orders: Order[]
}

export interface Person {
  id: string
  /** A visitor has only the tenant's public key; a stranger has a token, but no account any more. */
  is: 'member' | 'visitor' | 'stranger'
  joinedAt: Date
  bannedUntil: Date | null
  deletedAt: Date | null
  orders: Order[]
  roles: { role: string; since: Date }[]
  tickets: Ticket[]
}

const DAY_MS = 24 * 60 * 60 * 1000

/** A product that a member may use because one of their teams pays for it. */
export interface Seat {
  source: string
  since: Date
}

/**
 * The seats that a member has in all of their teams. A team has as many seats of a product as its purchases pay for now. Those
 * who pay have one first, then those who joined first; banned members have none.
 */
export function seatsOf(person: Person, teams: readonly Team[], now: Date, mode: 'test' | 'live'): Seat[] {
  return teams
    .filter(({ members }) => members.some((member) => member.person === person))
    .flatMap((team) => {
      const paid = team.orders.filter((order) => grants(order, mode))
      return [...new Set(paid.map(({ source }) => source))].flatMap((source) => {
        const orders = paid.filter((order) => order.source === source)
        const pays = (each: Person) => Number(orders.some((order) => each.orders.includes(order)))
        const sitting = team.members
          .filter((member) => isInGoodStanding(member.person, now))
          .toSorted(
            (a, b) =>
              pays(b.person) - pays(a.person) ||
              a.joinedAt.getTime() - b.joinedAt.getTime() ||
              (a.person.id < b.person.id ? -1 : 1),
          )
          .slice(
            0,
            orders.reduce((sum, { seats }) => sum + seats!, 0),
          )
        const seat = sitting.find((member) => member.person === person)
        const since = Math.max(firstPaid(orders), seat?.joinedAt.getTime() ?? 0)
        return seat ? [{ source, since: new Date(since) }] : []
      })
    })
}

/** Whether a person is in an audience of the tenant. One without alternatives has no member. @param seats from `seatsOf` */
export const isIn = (
  any: Alternative[],
  person: Person,
  now: Date,
  tenantMode: 'test' | 'live',
  seats: readonly Seat[] = [],
): boolean =>
  any.some((alternative) => {
    if (!isOpen(alternative, now)) return false
    if (alternative.kind === 'everyone') return true
    if (!isInGoodStanding(person, now)) return false
    const since = startOf(alternative, person, tenantMode, seats)
    if (since === undefined) return false
    return now.getTime() - since.getTime() >= (alternative.after_days ?? 0) * DAY_MS
  })

/** Whether a person is in an audience as the author of a row. */
export const isInAsOwner = (any: Alternative[], person: Person, now: Date): boolean =>
  isInGoodStanding(person, now) && any.some((each) => each.kind === 'owner' && isOpen(each, now))

const isOpen = ({ from, until }: Alternative, now: Date) =>
  (from === undefined || now >= from) && (until === undefined || now < until)

export const isInGoodStanding = ({ is, deletedAt, bannedUntil }: Person, now: Date) =>
  is === 'member' && deletedAt === null && (bannedUntil === null || bannedUntil <= now)

/** Since when the alternative applies to a member; undefined if it does not. */
function startOf(
  { kind, ...which }: Alternative,
  person: Person,
  mode: 'test' | 'live',
  seats: readonly Seat[],
): Date | undefined {
  switch (kind) {
    case 'signed_in':
      return person.joinedAt
    case 'people':
      return which.ids?.includes(person.id) ? person.joinedAt : undefined
    case 'role':
      return person.roles.find(({ role }) => role === which.role)?.since
    case 'bought':
      return boughtSince(which.source!, person, mode, seats)
    case 'holds_ticket':
      return holdsSince(which.event!, person, mode)
    default:
      return undefined
  }
}

/** Since when a member may use a product that they or one of their teams bought; undefined if they may not. */
export function boughtSince(
  source: string,
  person: Person,
  mode: 'test' | 'live',
  seats: readonly Seat[],
): Date | undefined {
  const own = person.orders.filter((order) => order.source === source && grants(order, mode))
  const times = seats.filter((seat) => seat.source === source).map(({ since }) => since.getTime())
  const first = Math.min(...times, firstPaid(own))
  return first < Infinity ? new Date(first) : undefined
}

/** Since when a member has a ticket of an event; undefined if all were refunded, canceled or given away. */
export function holdsSince(event: string, { tickets }: Person, mode: 'test' | 'live'): Date | undefined {
  const times = tickets
    .filter((ticket) => ticket.event === event && ticket.state === 'valid')
    .filter((ticket) => ticket.mode === 'live' || mode === 'test')
    .map(({ issuedAt }) => issuedAt.getTime())
  return times.length ? new Date(Math.min(...times)) : undefined
}

const grants = (order: Order, mode: 'test' | 'live') =>
  isPaidFor(order) && (order.mode === 'live' || mode === 'test')

/** Milliseconds since 1970 of the first payment; infinite without one. */
const firstPaid = (orders: readonly Order[]) =>
  Math.min(
    ...orders.flatMap((order) => [order, ...order.renewals]).flatMap(({ paidAt }) => paidAt?.getTime() ?? []),
  )

/** A purchase counts while its newest payment was neither refunded in full nor lost to the bank. */
function isPaidFor(order: Order): boolean {
  const lives = ['active', 'trialing', 'past_due'].includes(order.subscription ?? '')
  if (order.interval && !lives) return false
  const renewals = order.renewals.filter(({ paidAt }) => paidAt)
  const newest = renewals.toSorted((a, b) => a.paidAt!.getTime() - b.paidAt!.getTime()).at(-1)
  const payment = newest ?? (order.paidAt ? order : undefined)
  return payment !== undefined && payment.status === 'paid' && payment.dispute !== 'lost'
}
