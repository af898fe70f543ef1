import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { deleteProvenUser } from '#services/auth/accounts/delete-own-user.ts'
import { openAuth } from '#services/auth/auth.ts'
import { creators } from '#services/auth/pool.ts'
import type { OwnerProof } from './endpoints.ts'

/**
 * Tables with rows about a creator. Tenants are deleted first, along with everything that belongs to them.
 */
const USER_TABLES = [
  'bolt_blocks',
  'bolt_profiles',
  'bolt_subscriptions',
  'subscriptions',
  'profiles',
  'app.billing_customers',
  'app.plan_checkouts',
  'app.plan_notices',
  'app.trust_checks',
] as const

/**
 * Deletes a creator's account and tenants in one transaction. A paid plan does not delay it: deleting the customer at
 * the payment provider cancels every subscription immediately.
 * @throws {AppError} the errors of `deleteProvenUser`
 */
export async function endAccount(
  kernel: Kernel,
  claims: Claims,
  proof: OwnerProof,
): Promise<{ deleted: true }> {
  const caller = { ...claims, sub: claims.sub!, session_id: claims.session_id! }
  await deleteProvenUser({ auth: openAuth(kernel), pool: creators, claims: caller }, proof, async (db) => {
    await waitForNewTenants(db, caller.sub)
    await endCustomers(kernel, db, caller.sub)
    // Writers of own tables end first: they may need a lock on their tenant.
    await sql`select pg_advisory_xact_lock(app.tables_lock(t.id)) from (
      select id from public.tenants where owner_user_id = ${caller.sub} order by id) as t`.execute(db)
    await db.deleteFrom('tenants').where('owner_user_id', '=', caller.sub).execute()
    await kernel.jobs.send(db, 'provider-ends', {})
    await kernel.jobs.send(db, 'trash-retention', {})
    for (const table of USER_TABLES) await db.deleteFrom(table).where('user_id', '=', caller.sub).execute()
  })
  return { deleted: true }
}

/**
 * Waits until a tenant that is being created or handed over to the creator belongs to them, because it would otherwise
 * belong to no account. `app.accept_ownership` and `create_tenant_autoprovision` take the same lock.
 */
const waitForNewTenants = (db: Db, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('tenants of ' || ${userId}, 0))`.execute(db)

/**
 * Queues the deletion of the creator's customers at the payment provider. That cancels their subscriptions and expires
 * checkouts that are open in another tab. The jobs commit with the deletion of the account.
 */
async function endCustomers(kernel: Kernel, db: Db, userId: string): Promise<void> {
  const customers = await db
    .selectFrom('app.billing_customers')
    .select(['mode', 'customer_id'])
    .where('user_id', '=', userId)
    .orderBy('mode')
    .forUpdate()
    .execute()
  for (const { mode, customer_id } of customers)
    if (customer_id) await kernel.jobs.send(db, 'plan-customer-end', { mode, customer_id })
}
