import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Customer, CustomerPurchase, Money } from './endpoints.ts'
import type { CustomerUser } from './people.ts'

interface Spent {
  auth_user_id: string
  purchases: number
  spent: Money[]
}

/**
 * Adds the purchases in this mode to the customers. Different currencies are never summed.
 * @param db a connection with the owner's claims
 */
export async function withPurchases(
  db: Db,
  tenantId: string,
  mode: 'test' | 'live',
  people: readonly CustomerUser[],
): Promise<Customer[]> {
  const { rows } = await sql<Spent>`
    select auth_user_id, sum(paid)::integer as purchases,
      json_agg(json_build_object('amount', amount, 'currency', currency) order by amount desc, currency) as spent
    from (select auth_user_id, currency, count(*) as paid, sum(amount_total - amount_refunded) as amount
      from public.orders
      where tenant_id = ${tenantId} and mode = ${mode} and paid_at is not null
        and auth_user_id = any (${people.map(({ id }) => id)}::uuid[])
      group by auth_user_id, currency) as by_currency
    group by auth_user_id`.execute(db)
  const of = new Map(rows.map((row) => [row.auth_user_id, row]))
  return people.map((person) => ({
    ...person,
    purchases: of.get(person.id)?.purchases ?? 0,
    spent: of.get(person.id)?.spent ?? [],
  }))
}

const MAX_ROWS = 50

/**
 * Lists the purchases of one customer in this mode, newest first.
 * @param db a connection with the owner's claims
 */
export async function purchasesOf(
  db: Db,
  tenantId: string,
  mode: 'test' | 'live',
  customerId: string,
): Promise<CustomerPurchase[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'name', 'quantity', 'status', 'amount_total', 'amount_refunded', 'currency', 'interval'])
    .select('subscription_status')
    .select(sql<string>`to_json(created_at) #>> '{}'`.as('created_at'))
    .where('tenant_id', '=', tenantId)
    .where('auth_user_id', '=', customerId)
    .where('mode', '=', mode)
    .where('status', 'not in', ['canceled', 'expired'])
    .orderBy('orders.created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return rows as CustomerPurchase[]
}

/** Whether the card provider still charges this customer for a product of the tenant, in either mode. */
export async function isCharged(db: Db, tenantId: string, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ code: string | null }>`
    select app.erasure_blocker(${tenantId}, ${customerId}) as code`.execute(db)
  return rows[0]!.code !== null
}
