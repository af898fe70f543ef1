import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { EntryPayment } from './endpoints-studio.ts'
import { formErrors } from './errors.ts'
import { finishPaid } from './finish-paid.ts'

const MOST = 200

interface OfEntry {
  tenantId: string
  entryId: string
}

/**
 * What was sent with forms that are paid for, newest first. Orders are only for callers who may read the tenant's orders.
 * @throws {AppError} tenant_not_found, right_missing
 */
export async function listPayments(
  kernel: Kernel,
  claims: Claims,
  { tenantId, table_id, record_id }: { tenantId: string; table_id: string; record_id?: string | undefined },
): Promise<EntryPayment[]> {
  const mayReadOrders = await kernel.database.withClaims(claims, async (db) => {
    const { rows } = await sql<{ may: boolean }>`
      select ${tenantId}::uuid = any (array(select app.tenants_with('orders'))) as may`.execute(db)
    return rows[0]!.may
  })
  return withEntries(kernel, claims, tenantId, async (db) => {
    const { rows } = await sql<EntryPayment>`
      select p.submission_id as id, f.title as form, p.record_id, p.state, p.problem, p.answers,
        case when r.id is not null then app.record_values(r, t.fields) end as row,
        to_json(p.created_at) #>> '{}' as created_at, to_json(p.created_at + app.form_payment_wait()) #>> '{}' as until,
        case when o.id is not null and ${mayReadOrders} then json_build_object('id', o.id, 'amount', o.amount_total, 'refunded', o.amount_refunded,
          'currency', o.currency, 'mode', o.mode, 'paid_at', o.paid_at) end as order
      from (
        -- The newest first, and then what belongs to each.
        select p.* from app.form_payments p
        join public.data_forms f on f.tenant_id = p.tenant_id and f.id = p.form_id
        where p.tenant_id = ${tenantId} and f.table_id = ${table_id}
          ${record_id ? sql`and p.record_id = ${record_id} and p.state = 'sent'` : sql``}
        order by p.created_at desc, p.submission_id desc limit ${MOST}) as p
      join public.data_forms f on f.tenant_id = p.tenant_id and f.id = p.form_id
      join public.data_tables t on t.tenant_id = f.tenant_id and t.id = f.table_id
      left join app.records r on r.tenant_id = p.tenant_id and r.table_id = t.id and r.id = p.record_id and p.state = 'sent'
      left join public.orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
      order by p.created_at desc, p.submission_id desc`.execute(db)
    return rows
  })
}

/** @throws {AppError} tenant_not_found, right_missing, payment_not_found */
export async function retryPayment(
  kernel: Kernel,
  claims: Claims,
  { tenantId, entryId }: OfEntry,
): Promise<Pick<EntryPayment, 'state' | 'problem'>> {
  await withEntries(kernel, claims, tenantId, async (db) => {
    const { rows } = await sql`
      update app.form_payments set state = 'awaiting', problem = null
      where tenant_id = ${tenantId} and submission_id = ${entryId} and state = 'refused' returning 1`.execute(
      db,
    )
    if (!rows[0]) throw formErrors.payment_not_found()
  })
  await finishPaid(kernel, tenantId, entryId)
  return withEntries(kernel, claims, tenantId, async (db) => {
    const { rows } = await sql<Pick<EntryPayment, 'state' | 'problem'>>`
      select state, problem from app.form_payments where tenant_id = ${tenantId} and submission_id = ${entryId}`.execute(
      db,
    )
    if (!rows[0]) throw formErrors.payment_not_found()
    return rows[0]
  })
}

/** @throws {AppError} tenant_not_found, right_missing, payment_not_found */
export async function discardPayment(
  kernel: Kernel,
  claims: Claims,
  { tenantId, entryId }: OfEntry,
): Promise<void> {
  await withEntries(kernel, claims, tenantId, async (db) => {
    // Before the entry, in the order of those who delete the form: its place in the form's limits is free again (a trigger).
    await sql`
      select from public.data_forms f where f.tenant_id = ${tenantId} and f.id = (
        select p.form_id from app.form_payments p where p.tenant_id = ${tenantId} and p.submission_id = ${entryId})
      for update`.execute(db)
    const { rows } = await sql`
      delete from app.form_submissions s using app.form_payments p
      where p.tenant_id = ${tenantId} and p.submission_id = ${entryId} and p.state = 'refused'
        and s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id returning 1`.execute(
      db,
    )
    if (!rows[0]) throw formErrors.payment_not_found()
  })
}

async function withEntries<T>(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  await kernel.database.withClaims(claims, (db) => tenantWith(db, tenantId, 'content'))
  return kernel.database.asService('closed: entries of forms that are paid for', work)
}
