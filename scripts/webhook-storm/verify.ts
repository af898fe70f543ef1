import pg from 'pg'
import type { Instance } from '../../bench/instance.ts'
import type { Provider } from './provider.ts'
import type { Shop } from './shops.ts'

/** The results of the comparison. */
export interface Findings {
  orders: number
  paidOrders: number
  /** Minor units, over all shops. */
  paid: { provider: number; orders: number }
  refunded: { provider: number; orders: number }
  /** Payments at the provider without exactly one paid order of the same amount and refund. */
  mismatched: string[]
  /** Paid orders without a payment at the provider. */
  unpaid: number
  problems: number
  events: { sent: number; kept: number; open: number; failed: number }
  /** How often orders became paid, and those that did so more than once. */
  becamePaid: number
  paidTwice: string[]
}

/**
 * Installs a trigger that records each time an order becomes paid, because the row would not show a second
 * time.
 */
export async function watchOrders(instance: Instance): Promise<void> {
  const owner = new pg.Client({ connectionString: instance.databaseUrl })
  await owner.connect()
  await owner.query(`
    create schema storm;
    create table storm.became_paid (order_id uuid not null);
    create function storm.note() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      insert into storm.became_paid values (new.id);
      return null;
    end $$;
    create trigger storm after update on public.orders for each row
      when (old.status not in ('paid', 'refunded') and new.status in ('paid', 'refunded')) execute function storm.note();`)
  await owner.end()
}

interface OrderRow {
  id: string
  status: string
  amount_total: number
  amount_refunded: number
  stripe_payment_intent_id: string | null
}

/** Compares every payment at the provider with the orders, and the sent events with the stored ones. */
export async function verify(instance: Instance, provider: Provider, shops: Shop[]): Promise<Findings> {
  const owner = new pg.Client({ connectionString: instance.databaseUrl })
  await owner.connect()
  try {
    const found: Findings = {
      orders: 0,
      paidOrders: 0,
      paid: { provider: 0, orders: 0 },
      refunded: { provider: 0, orders: 0 },
      mismatched: [],
      unpaid: 0,
      problems: 0,
      events: { sent: 0, kept: 0, open: 0, failed: 0 },
      becamePaid: 0,
      paidTwice: [],
    }
    for (const shop of shops) await compare(owner, provider, shop, found)
    await compareEvents(owner, provider, found)
    return found
  } finally {
    await owner.end()
  }
}

async function compare(owner: pg.Client, provider: Provider, shop: Shop, found: Findings): Promise<void> {
  const { rows } = await owner.query<OrderRow & { problem: string | null }>(
    `select id, status, amount_total, amount_refunded, stripe_payment_intent_id, problem
     from public.orders where tenant_id = $1`,
    [shop.tenantId],
  )
  const paid = rows.filter(({ status }) => status === 'paid' || status === 'refunded')
  found.orders += rows.length
  found.paidOrders += paid.length
  found.problems += rows.filter(({ problem }) => problem !== null).length
  found.paid.orders += paid.reduce((sum, row) => sum + row.amount_total, 0)
  found.refunded.orders += paid.reduce((sum, row) => sum + row.amount_refunded, 0)
  const byPayment = Map.groupBy(paid, (row) => row.stripe_payment_intent_id)
  let payments = 0
  const own = { stripeAccount: shop.account }
  for await (const charge of provider.stripe.charges.list({ limit: 100 }, own)) {
    if (!charge.paid) continue
    payments += 1
    found.paid.provider += charge.amount
    found.refunded.provider += charge.amount_refunded
    const of = byPayment.get(charge.payment_intent as string) ?? []
    const [order] = of
    const right =
      of.length === 1 &&
      order?.amount_total === charge.amount &&
      order.amount_refunded === charge.amount_refunded &&
      (order.status === 'refunded') === charge.refunded
    if (!right) found.mismatched.push(`${charge.id}: ${JSON.stringify(of)}`)
  }
  found.unpaid += Math.max(0, paid.length - payments)
}

async function compareEvents(owner: pg.Client, provider: Provider, found: Findings): Promise<void> {
  const sent = provider.sentEvents()
  const { rows } = await owner.query<{ kept: string; open: string; failed: string }>(
    `select count(*) as kept, count(*) filter (where processed_at is null) as open,
       count(*) filter (where error is not null) as failed
     from app.stripe_events where id = any ($1)`,
    [sent],
  )
  const { kept, open, failed } = rows[0]!
  found.events = { sent: sent.length, kept: Number(kept), open: Number(open), failed: Number(failed) }
  const twice = await owner.query<{ order_id: string; times: string }>(
    'select order_id, count(*) as times from storm.became_paid group by order_id having count(*) <> 1',
  )
  const once = await owner.query<{ n: string }>('select count(*) as n from storm.became_paid')
  found.becamePaid = Number(once.rows[0]?.n ?? 0)
  found.paidTwice = twice.rows.map(({ order_id }) => order_id)
}
