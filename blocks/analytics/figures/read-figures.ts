import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Counts, Figures, ListRow, Period, Sales, Segment, SourceRow } from '../endpoints-studio.ts'
import { countsOf } from './counts.ts'
import type { CountRow } from './counts.ts'
import { boundsOf } from './periods.ts'
import { isSegment } from './visits.ts'
import type { Counted, Time } from './visits.ts'

export type FiguresOf = Omit<Period, 'tenantId'> & { tenant: string }

/** The filters of a query. */
export function segmentOf(query: Segment): Segment {
  const { source, medium, campaign, country, device, browser, system, site, entry, page, event } = query
  return { source, medium, campaign, country, device, browser, system, site, entry, page, event }
}

const TOTALS: readonly Counted[] = ['view', 'visit']

const totalsOf = (rows: readonly CountRow[]): Counts => ({
  views: sumOf(rows, 'view', 'count'),
  visits: sumOf(rows, 'visit', 'count'),
  visitors: sumOf(rows, 'visit', 'visitors'),
})
const sumOf = (rows: readonly CountRow[], dimension: Counted, what: 'count' | 'visitors') =>
  rows.reduce((sum, row) => (row.dimension === dimension ? sum + row[what] : sum), 0)

const isoOf = (time: Time) => new Date(time.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()

/** Views, visits and visitors by day, or by hour of a single day, and of the days before. */
export async function trafficOf(
  db: Db,
  query: FiguresOf,
): Promise<Pick<Figures, 'series' | 'total' | 'before'>> {
  const { tenant } = query
  const { starts, before } = await boundsOf(db, query)
  const common = { tenant, dimensions: TOTALS, segment: segmentOf(query) }
  const rows = await countsOf(db, { ...common, starts })
  const earlier = await countsOf(db, { ...common, starts: before })
  const byBucket = Map.groupBy(rows, ({ bucket }) => bucket)
  return {
    series: starts
      .slice(0, -1)
      .map((at, place) => ({ at: isoOf(at), ...totalsOf(byBucket.get(place + 1) ?? []) })),
    total: totalsOf(rows),
    before: totalsOf(earlier),
  }
}

/** The most frequent values of a dimension. */
export async function listOf(db: Db, query: FiguresOf, dimension: Counted, most = 100): Promise<ListRow[]> {
  const { starts } = await boundsOf(db, query)
  const rows = await countsOf(
    db,
    {
      tenant: query.tenant,
      starts: [starts[0]!, starts.at(-1)!],
      dimensions: [dimension],
      segment: segmentOf(query),
    },
    sql`order by count desc, value limit ${most}`,
  )
  return rows.map(({ value, count, visitors }) => ({ value, count, visitors }))
}

interface MoneyRow extends Sales {
  source: string
}

/** Paid orders of a mode by source and currency. Refunds and lost disputes are subtracted on the day of the payment. */
async function ordersOf(
  db: Db,
  { tenant, mode, from, to }: { tenant: string; mode: 'test' | 'live'; from: Time; to: Time },
): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select coalesce(s.source, '') as source, o.currency, count(*)::int8 as orders,
      sum(case when o.dispute_status = 'lost' then 0 else o.amount_total - o.amount_refunded end)::int8 as amount
    from public.orders o
    left join app.order_sources s on s.tenant_id = o.tenant_id and s.order_id = coalesce(o.renewal_of, o.id)
    where o.tenant_id = ${tenant} and o.mode = ${mode} and o.status in ('paid', 'refunded')
      and o.paid_at >= ${from}::timestamptz and o.paid_at < ${to}::timestamptz
    group by 1, 2 order by 3 desc, 2, 1`.execute(db)
  return rows
}

async function signUpsOf(db: Db, tenant: string, from: Time, to: Time) {
  const { rows } = await sql<{ source: string; people: number }>`
    select source, count(*)::int8 as people from app.sign_ups_by_source(${tenant}, ${from}::timestamptz, ${to}::timestamptz)
    group by 1`.execute(db)
  return rows
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Members and money of the period and of the days before. Only for those who may read orders, and without a segment. */
export async function moneyOf(
  db: Db,
  query: FiguresOf,
  mode: 'test' | 'live',
): Promise<Pick<Figures, 'sign_ups' | 'sales'>> {
  if (isSegment(segmentOf(query))) return {}
  const { tenant } = query
  const { starts, before } = await boundsOf(db, query)
  const now = [starts[0]!, starts.at(-1)!] as const
  const countOf = async ([from, to]: readonly [Time, Time]) =>
    sum((await signUpsOf(db, tenant, from, to)).map(({ people }) => people))
  const salesOf = async ([from, to]: readonly [Time, Time]) =>
    Map.groupBy(await ordersOf(db, { tenant, mode, from, to }), ({ currency }) => currency)
  const [sales, earlier] = [await salesOf(now), await salesOf(before)]
  const amountOf = (rows: MoneyRow[] = []) => sum(rows.map(({ amount }) => amount))
  return {
    sign_ups: { now: await countOf(now), before: await countOf(before) },
    sales: [...new Set([...sales.keys(), ...earlier.keys()])]
      .map((currency) => ({
        currency,
        orders: sum((sales.get(currency) ?? []).map(({ orders }) => orders)),
        amount: amountOf(sales.get(currency)),
        before: amountOf(earlier.get(currency)),
      }))
      .sort((a, b) => b.orders - a.orders || (a.currency < b.currency ? -1 : 1)),
  }
}

/** From the visit to the money by source. */
export async function sourcesOf(db: Db, query: FiguresOf, mode: 'test' | 'live'): Promise<SourceRow[]> {
  const { tenant } = query
  const { starts } = await boundsOf(db, query)
  const [from, to] = [starts[0]!, starts.at(-1)!]
  const visits = await listOf(db, query, 'source', 1000)
  const signUps = await signUpsOf(db, tenant, from, to)
  const orders = await ordersOf(db, { tenant, mode, from, to })
  const names = new Set([
    ...visits.map(({ value }) => value),
    ...signUps.map(({ source }) => source),
    ...orders.map(({ source }) => source),
  ])
  return [...names]
    .map((source) => {
      const paid = orders.filter((row) => row.source === source)
      return {
        source,
        visits: visits.find(({ value }) => value === source)?.count ?? 0,
        sign_ups: signUps.find((row) => row.source === source)?.people ?? 0,
        orders: sum(paid.map((row) => row.orders)),
        sales: paid.map(({ currency, orders: count, amount }) => ({ currency, orders: count, amount })),
      }
    })
    .sort((a, b) => b.orders - a.orders || b.visits - a.visits || (a.source < b.source ? -1 : 1))
}
