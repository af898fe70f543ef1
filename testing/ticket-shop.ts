import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { fulfil } from '#features/orders/fulfil.ts'
import { SHOP_PAGE } from './shop.ts'
import type { Shop } from './shop.ts'
import type { TestApp } from './test-app.ts'
import type { functionCall } from './function-call.ts'

type Call = ReturnType<typeof functionCall>

/** A cart as the API returns it, with what the buyer's browser keeps. */
export interface TestCart {
  cart: string
  state: string
  seconds_left: number | null
  total_cents: number
  lines: { type_id: string; quantity: number; unit_price_cents: number }[]
}

/** Columns with their values, as SQL parameters. */
type Columns = Record<string, unknown>

/** Makes events and sells their tickets, for tests. Rows are written as the database's owner. */
export function ticketShop(app: TestApp, shop: Pick<Shop, 'tenant' | 'visitor' | 'account'>) {
  const tenantId = shop.tenant.id
  const one = async (text: string, values: unknown[] = []) => (await app.owner.query(text, values)).rows[0]

  async function insert(table: string, columns: Columns): Promise<string> {
    const names = Object.keys(columns)
    const row = await one(
      `insert into public.${table} (tenant_id, ${names.join(', ')})
       values ($1, ${names.map((_, place) => `$${place + 2}`).join(', ')}) returning *`,
      [tenantId, ...Object.values(columns)],
    )
    return row.id
  }
  const day = 86_400_000
  /** A published event in a month. */
  const makeEvent = (more: Columns = {}) =>
    insert('ticket_events', {
      title: 'Harvest supper',
      place: 'Old barn',
      zone: 'Europe/Berlin',
      starts_at: new Date(Date.now() + 30 * day),
      ends_at: new Date(Date.now() + 30.2 * day),
      state: 'published',
      ...more,
    })
  const makeQuota = (eventId: string, capacity: number) =>
    insert('ticket_quotas', { event_id: eventId, name: 'Seats', capacity })
  /** A type of €20 with seats of its own, or with those of `quotas`. */
  async function makeType(
    eventId: string,
    { capacity = 10, quotas, ...more }: Columns & { capacity?: number; quotas?: string[] } = {},
  ): Promise<string> {
    const id = await insert('ticket_types', {
      event_id: eventId,
      name: 'Seat',
      price_cents: 2000,
      max_per_order: 50,
      ...more,
    })
    for (const quota of quotas ?? [await makeQuota(eventId, capacity)])
      await insert('ticket_type_quotas', { event_id: eventId, type_id: id, quota_id: quota })
    return id
  }

  const hold = (event: string, lines: object[], more: object = {}, by: Call = shop.visitor) =>
    by('POST', `/ticket-events/${event}/hold`, { lines, ...more })
  async function held(event: string, lines: object[], more: object = {}, by?: Call): Promise<TestCart> {
    const { status, body } = await hold(event, lines, more, by)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const buy = (cart: string, more: object = {}, by: Call = shop.visitor, key: string = randomUUID()) =>
    by(
      'POST',
      '/ticket-cart/buy',
      { cart, email: 'guest@example.test', page_url: SHOP_PAGE, ...more },
      { 'idempotency-key': key },
    )
  async function opened(cart: string, more: object = {}, by?: Call) {
    const { status, body } = await buy(cart, more, by)
    assert.equal(status, 200, JSON.stringify(body))
    const session = /\/c\/pay\/(cs_\w+)/.exec(body.url ?? '')?.[1] ?? ''
    return { ...body, session } as { state: string; url: string; receipt: string; session: string }
  }
  const settle = (sessionId: string) => fulfil(app.kernel, { sessionId, account: shop.account, mode: 'test' })

  /** Seats of an event: capacity, held, sold, summed over its quotas. */
  async function seats(event: string): Promise<number[]> {
    const row = await one(
      `select sum(capacity)::int as capacity, sum(held)::int as held, sum(sold)::int as sold
       from public.ticket_quotas where event_id = $1`,
      [event],
    )
    return [row.capacity, row.held, row.sold]
  }
  /** How many tickets of an event are in each state. */
  async function tickets(event: string): Promise<Record<string, number>> {
    const { rows } = await app.owner.query(
      'select state, count(*)::int as n from public.tickets where event_id = $1 group by state order by state',
      [event],
    )
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
  }
  const orderOf = (session: string) =>
    one('select * from public.orders where stripe_session_id = $1', [session])
  /** Moves the end of all carts of an event into the past. */
  const endCarts = (event: string) =>
    app.owner.query(
      "update app.ticket_carts set until_at = now() - interval '1 second' where event_id = $1",
      [event],
    )
  return {
    insert,
    makeEvent,
    makeQuota,
    makeType,
    hold,
    held,
    buy,
    opened,
    settle,
    seats,
    tickets,
    orderOf,
    endCarts,
  }
}
