import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { EventFigures } from './endpoints-studio.ts'
import { ticketErrors } from './errors.ts'
import { found } from './refusals.ts'

interface DayRow {
  day: string
  tickets: number
  paid_cents: string
  refunded_cents: string
}

/**
 * What an event sold, by day on the clocks of its place, in the tenant's current mode. The last day is today, or the day on which it ended.
 * @throws {AppError} tenant_not_found, right_missing, event_not_found
 */
export function readFigures(
  kernel: Kernel,
  claims: Claims,
  { tenantId, eventId, days }: { tenantId: string; eventId: string; days: number },
): Promise<EventFigures> {
  return kernel.database.withClaims(claims, async (db) => {
    const { stripe_mode: mode } = await tenantWith(db, tenantId, 'orders')
    const { rows: events } = await sql<{ zone: string; currency: string; last: string }>`
      select e.zone, e.currency, least((now() at time zone e.zone)::date, (e.ends_at at time zone e.zone)::date)::text as last
      from public.ticket_events e where e.tenant_id = ${tenantId} and e.id = ${eventId}`.execute(db)
    const { zone, currency, last } = found(events[0], ticketErrors.event_not_found)
    const { rows } = await sql<DayRow>`
      with own as (
        select k.id, k.order_id, k.issued_at from public.tickets k
        where k.tenant_id = ${tenantId} and k.event_id = ${eventId} and k.mode = ${mode} and k.issued_at is not null),
      sold as (select (issued_at at time zone ${zone})::date as day, count(*) as n from own group by 1),
      paid as (
        select (o.paid_at at time zone ${zone})::date as day, sum(o.amount_total) as cents from public.orders o
        where o.tenant_id = ${tenantId} and o.paid_at is not null and o.id = any (array(select own.order_id from own))
        group by 1),
      refunded as (
        select (r.created_at at time zone ${zone})::date as day, sum(r.amount) as cents from public.order_refunds r
        where r.tenant_id = ${tenantId} and r.status = 'succeeded' and r.order_id = any (array(select own.order_id from own))
        group by 1)
      select d.day::text as day, coalesce(s.n, 0)::integer as tickets, coalesce(p.cents, 0) as paid_cents,
        coalesce(r.cents, 0) as refunded_cents
      from (select day from sold union select day from paid union select day from refunded) d
      left join sold s on s.day = d.day left join paid p on p.day = d.day left join refunded r on r.day = d.day
      order by d.day`.execute(db)
    const { rows: types } = await sql<EventFigures['types'][number]>`
      select t.id, count(k.id) filter (where k.state = 'valid')::integer as valid,
        greatest(0, t.taken * t.group_size - count(k.id) filter (where k.state = 'valid'))::integer as held,
        coalesce(sum(k.price_cents) filter (where k.state = 'valid' and k.mode = ${mode}), 0)::float8 as price_cents
      from public.ticket_types t
      left join public.tickets k on k.tenant_id = t.tenant_id and k.event_id = t.event_id and k.type_id = t.id
      where t.tenant_id = ${tenantId} and t.event_id = ${eventId}
      group by t.tenant_id, t.id, t.taken, t.group_size, t.position order by t.position, t.id`.execute(db)
    return { mode, currency, last, days, ...byDay(rows, last, days), types }
  })
}

const DAY_MS = 86_400_000

/** One number for each day of the period, oldest first, and the sums of all time. */
export function byDay(rows: readonly DayRow[], last: string, days: number) {
  const series = { tickets: empty(days), paid: empty(days), refunded: empty(days) }
  const total = { tickets: 0, paid: 0, refunded: 0 }
  for (const row of rows) {
    const of = { tickets: row.tickets, paid: Number(row.paid_cents), refunded: Number(row.refunded_cents) }
    const place = days - 1 - Math.round((Date.parse(last) - Date.parse(row.day)) / DAY_MS)
    for (const name of ['tickets', 'paid', 'refunded'] as const) {
      total[name] += of[name]
      // What happened after the end, such as refunds, counts on the last day.
      const at = Math.min(place, days - 1)
      if (at >= 0) series[name][at]! += of[name]
    }
  }
  return { series, total }
}

const empty = (days: number) => Array.from({ length: days }, () => 0)
