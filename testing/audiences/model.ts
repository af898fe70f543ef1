/**
 * The rule of audiences in plain words, written without regard to the SQL: `kernel/db/audiences.test.ts` compares
 * the two.
 */

export interface Alternative {
  kind: string
  source?: string
  role?: string
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
  renewals: Payment[]
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
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether a person is in an audience of the tenant. One without alternatives has no member. */
export const isIn = (any: Alternative[], person: Person, now: Date, tenantMode: 'test' | 'live'): boolean =>
  any.some((alternative) => {
    if (!isOpen(alternative, now)) return false
    if (alternative.kind === 'everyone') return true
    if (!isInGoodStanding(person, now)) return false
    const since = startOf(alternative, person, tenantMode)
    if (since === undefined) return false
    return now.getTime() - since.getTime() >= (alternative.after_days ?? 0) * DAY_MS
  })

/** Whether a person is in an audience as the author of a row. */
export const isInAsOwner = (any: Alternative[], person: Person, now: Date): boolean =>
  isInGoodStanding(person, now) && any.some((each) => each.kind === 'owner' && isOpen(each, now))

const isOpen = ({ from, until }: Alternative, now: Date) =>
  (from === undefined || now >= from) && (until === undefined || now < until)

const isInGoodStanding = ({ is, deletedAt, bannedUntil }: Person, now: Date) =>
  is === 'member' && deletedAt === null && (bannedUntil === null || bannedUntil <= now)

/** Since when the alternative applies to a member; undefined if it does not. */
function startOf({ kind, ...which }: Alternative, person: Person, mode: 'test' | 'live'): Date | undefined {
  switch (kind) {
    case 'signed_in':
      return person.joinedAt
    case 'people':
      return which.ids?.includes(person.id) ? person.joinedAt : undefined
    case 'role':
      return person.roles.find(({ role }) => role === which.role)?.since
    case 'bought': {
      const granting = person.orders.filter(
        (order) =>
          order.source === which.source && isPaidFor(order) && (order.mode === 'live' || mode === 'test'),
      )
      const times = granting
        .flatMap((order) => [order, ...order.renewals])
        .flatMap(({ paidAt }) => paidAt?.getTime() ?? [])
      return times.length ? new Date(Math.min(...times)) : undefined
    }
    default:
      return undefined
  }
}

/** A purchase counts while its newest payment was neither refunded in full nor lost to the bank. */
function isPaidFor(order: Order): boolean {
  const lives = ['active', 'trialing', 'past_due'].includes(order.subscription ?? '')
  if (order.interval && !lives) return false
  const renewals = order.renewals.filter(({ paidAt }) => paidAt)
  const newest = renewals.toSorted((a, b) => a.paidAt!.getTime() - b.paidAt!.getTime()).at(-1)
  const payment = newest ?? (order.paidAt ? order : undefined)
  return payment !== undefined && payment.status === 'paid' && payment.dispute !== 'lost'
}
