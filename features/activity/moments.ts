import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Moment } from './endpoints.ts'

/** Days during which a first is news. Afterwards it needs no dismissal. */
const NEWS_DAYS = 7

interface MomentRow {
  kind: Moment['kind']
  at: string
  product: string | null
  amount: number | null
  currency: string | null
}

/**
 * Returns the tenant's firsts of the last days that its owner has not dismissed, the greatest first. They follow from the
 * orders and accounts themselves, so two orders paid at once cannot both be the first.
 * @param db under the owner's claims
 */
export async function momentsOf(db: Db, tenantId: string): Promise<Moment[]> {
  const firstOrder = (mode: 'test' | 'live') => sql`
    (select paid_at as at, name as product, amount_total as amount, currency from public.orders
      where tenant_id = ${tenantId} and mode = ${mode} and paid_at is not null order by paid_at, id limit 1)`
  const { rows } = await sql<MomentRow>`
    select kind, to_json(at) #>> '{}' as at, product, amount, currency
    from (
      select 1 as rank, 'live-sale' as kind, first.* from ${firstOrder('live')} as first
      union all
      select 2, 'test-order', first.* from ${firstOrder('test')} as first
      union all
      select 3, 'sign-up', app.first_sign_up(${tenantId}), null, null, null
    ) as firsts
    where at > now() - make_interval(days => ${NEWS_DAYS}::int)
      and kind not in (select d.kind from public.dismissed_moments d where d.tenant_id = ${tenantId})
    order by rank`.execute(db)
  return rows.map(({ kind, at, product, amount, currency }) =>
    kind === 'sign-up' ? { kind, at } : { kind, at, product: product!, amount: amount!, currency: currency! },
  )
}
