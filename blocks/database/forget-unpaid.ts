import { type RawBuilder, sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'
import { type EndedOrder, recheckTied } from '#features/orders/tied-orders.ts'
import { finishPaid } from './finish-paid.ts'

/** Deletions in one transaction, and entries that one run asks the provider about. */
const BATCH = 500

/**
 * Finishes what a lost job left behind, then deletes what was not paid in time. Before that it asks the provider once more about each checkout
 * that ended without its word: a payment that no delivery reported is found, and the entry stays while the provider does not answer.
 */
export async function forgetUnpaid(kernel: Kernel): Promise<void> {
  const sweep = async <T>(query: RawBuilder<T>): Promise<T[]> =>
    kernel.database.asService(
      'job: entries of forms that are not settled',
      async (db) => (await query.execute(db)).rows,
    )
  // In turn by account, so that those of an account that does not answer any more take no more places than those of any other.
  await recheckTied(
    kernel,
    await sweep(sql<EndedOrder>`
      select o.tenant_id, o.id, o.mode, o.stripe_account_id as account, o.stripe_session_id as session
      from app.form_payments p join public.orders o on o.tenant_id = p.tenant_id and o.tied_id = p.submission_id
      where p.state = 'awaiting' and p.order_id is null and p.created_at < now() - app.form_payment_wait()
        and o.tied_queue = 'form-paid' and o.status in ('canceled', 'expired', 'failed') and o.problem is null
        and o.stripe_session_id is not null and o.checked_at < p.created_at + app.form_payment_wait()
      order by row_number() over (partition by o.mode, o.stripe_account_id order by random()), random() limit ${BATCH}`),
  )
  const left = await sweep(sql<{ tenant: string; submission: string }>`
    select p.tenant_id as tenant, p.submission_id as submission from app.form_payments p
    where p.state = 'awaiting' and (p.order_id is not null or app.form_payment_has_money(p.tenant_id, p.submission_id))
    order by p.created_at limit ${BATCH}`)
  for (const { tenant, submission } of left)
    await finishPaid(kernel, tenant, submission).catch((error: unknown) => {
      kernel.log.error({ err: error, tenant, submission }, 'a paid entry of a form could not be added')
    })
  let count = 0
  let last: number
  do {
    const [row] = await sweep(sql<{ count: number }>`select app.forget_unpaid(${BATCH}) as count`)
    last = row!.count
    count += last
  } while (last > 0)
  if (count) kernel.log.info({ count }, 'entries of forms that were not paid were deleted')
}
