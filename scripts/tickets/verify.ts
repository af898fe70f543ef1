import { setTimeout as pause } from 'node:timers/promises'
import { letTimePass } from './clock.ts'
import { untilDone } from './world.ts'
import type { World } from './world.ts'

/** Time limit for what is still under way: events of the provider, refunds. */
const SETTLE_MS = 180_000

/** Checks without progress after which the events of a killed server's jobs are given to a new one. */
const STUCK = 15

/**
 * Waits until everything that the provider sent is processed, no order is open and no refund is requested, and ends all carts.
 * @param events whose open checkouts end as well; none: no checkout is ended
 */
export async function settleAll(world: World, events: string[]): Promise<void> {
  let before = -1
  let still = 0
  for (const until = Date.now() + SETTLE_MS; ;) {
    await untilDone(world, () => world.provider.control('deliveries/shuffle', { spreadMs: 0, failed: true }))
    for (const event of events) await letTimePass(world, event, [], 0)
    if (events.length === 0)
      await world.query(
        "update app.ticket_carts set until_at = now() - interval '1 second' where state = 'held' and until_at > now()",
      )
    await world.query('select app.sweep_carts(1000)')
    // The repair of payments does this after minutes; here the time of what was lost is moved back.
    await world.query(
      `alter table public.order_refunds disable trigger touch;
       update public.order_refunds set updated_at = created_at where status = 'requested' and updated_at < now() - interval '5 seconds';
       alter table public.order_refunds enable trigger touch`,
    )
    const [open] = await world.query<{ n: number }>(
      `select (select count(*) from public.orders where seller = 'tickets' and status = 'pending')::int
         + (select count(*) from public.order_refunds where status in ('requested', 'pending'))::int
         + (select count(*) from app.ticket_carts where state in ('held', 'ordered'))::int
         + (select count(*) from app.stripe_events where processed_at is null)::int as n`,
    )
    const sent = await untilDone(world, () =>
      world.provider.control<{ pending: number; failed: number }>('deliveries/count'),
    )
    const left = open!.n + sent.pending + sent.failed
    if (left === 0) return
    if (Date.now() > until) throw new Error(`${left} orders, refunds, carts or events stay open`)
    still = left === before ? still + 1 : 0
    before = left
    if (still === STUCK) {
      // The queue gives jobs of a killed server to another one after a minute, and the start does it after a quarter of an hour.
      await world.query(
        `update app.stripe_events set tried_at = tried_at - interval '20 minutes',
           received_at = received_at - interval '20 minutes' where processed_at is null`,
      )
      await world.instance.kill()
      await world.instance.start()
      still = 0
    }
    await pause(200)
  }
}

/** What is wrong with the seats of an event, as messages. */
export async function seatFaults(
  world: World,
  event: string,
  seats: number,
  mustSellAll = true,
): Promise<string[]> {
  const [row] = await world.query<{
    held: number
    sold: number
    taken: number
    valid: number
    unpaid: number
  }>(
    `select q.held, q.sold, t.taken,
       (select count(*) from public.tickets k where k.event_id = $1 and k.state = 'valid')::int as valid,
       (select count(*) from public.tickets k left join public.orders o on o.id = k.order_id
        where k.event_id = $1 and k.state = 'valid' and o.status is distinct from 'paid')::int as unpaid
     from public.ticket_quotas q join public.ticket_types t on t.event_id = q.event_id where q.event_id = $1`,
    [event],
  )
  const { held, sold, taken, valid, unpaid } = row!
  return [
    ...(sold > seats || (mustSellAll && sold !== seats) ? [`${sold} of ${seats} seats are sold`] : []),
    ...(valid === sold ? [] : [`${valid} tickets are valid and ${sold} seats are sold`]),
    ...(taken === sold ? [] : [`${taken} units are taken and ${sold} seats are sold`]),
    ...(held === 0 ? [] : [`${held} seats are held without a cart`]),
    ...(unpaid === 0 ? [] : [`${unpaid} valid tickets are not of paid orders`]),
  ].map((fault) => `event ${event}: ${fault}`)
}

/** Payments at the provider, by what they gave: each has its tickets or its money, never both and never neither. */
export interface Payments {
  payments: number
  withTickets: number
  refunded: number
  /** Neither, both, or a refund of another amount. */
  wrong: string[]
}

export async function comparePayments({ query, provider, shop }: World): Promise<Payments> {
  const orders = await query<{ intent: string; quantity: number; status: string; valid: number }>(
    `select o.stripe_payment_intent_id as intent, o.quantity, o.status,
       (select count(*) from public.tickets k where k.order_id = o.id and k.state = 'valid')::int as valid
     from public.orders o where o.seller = 'tickets' and o.tenant_id = $1`,
    [shop.tenantId],
  )
  const byIntent = Map.groupBy(orders, ({ intent }) => intent)
  const found: Payments = { payments: 0, withTickets: 0, refunded: 0, wrong: [] }
  for await (const charge of provider.stripe.charges.list({ limit: 100 }, { stripeAccount: shop.account })) {
    if (!charge.paid) continue
    found.payments += 1
    const own = byIntent.get(charge.payment_intent as string) ?? []
    const [order] = own
    const hasTickets = own.length === 1 && order!.status === 'paid' && order!.valid === order!.quantity
    const hasMoney = charge.amount_refunded === charge.amount
    if (hasTickets && charge.amount_refunded === 0) found.withTickets += 1
    else if (hasMoney && own.length === 1 && order!.status === 'refunded' && order!.valid === 0)
      found.refunded += 1
    else
      found.wrong.push(
        `${charge.id}: ${charge.amount_refunded} of ${charge.amount} refunded, ${JSON.stringify(own)}`,
      )
  }
  return found
}
