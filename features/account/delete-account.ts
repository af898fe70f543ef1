import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { deleteProvenUser } from '#services/auth/accounts/delete-own-user.ts'
import { openAuth } from '#services/auth/auth.ts'
import { creators } from '#services/auth/pool.ts'
import type { OwnerProof } from './endpoints.ts'
import { accountErrors } from './errors.ts'

/** States of a subscription for which money is still taken, or owed. */
const LIVES = ['active', 'trialing', 'past_due', 'unpaid', 'paused']

/** Tables that keep something about a creator. Tenants go first: what hangs on them goes along. */
const KEPT_BY_USER = [
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
 * Ends a creator's account with its tenants, in one transaction: all of it goes, or nothing.
 * @throws {AppError} 409 plan_lives while a paid plan lives; refusals of deleteProvenUser
 */
export async function endAccount(
  kernel: Kernel,
  claims: Claims,
  proof: OwnerProof,
): Promise<{ deleted: true }> {
  const caller = { ...claims, sub: claims.sub!, session_id: claims.session_id! }
  await deleteProvenUser({ auth: openAuth(kernel), pool: creators, claims: caller }, proof, async (db) => {
    const plan = await db
      .selectFrom('bolt_subscriptions')
      .select('user_id')
      .where('user_id', '=', caller.sub)
      .where('plan_id', '<>', 'free')
      .where('status', 'in', LIVES)
      .forUpdate()
      .executeTakeFirst()
    const paid = await db
      .selectFrom('subscriptions')
      .select('id')
      .where('user_id', '=', caller.sub)
      .where('status', 'in', LIVES)
      .executeTakeFirst()
    if (plan ?? paid) throw accountErrors.plan_lives()
    await endCustomers(kernel, db, caller.sub)
    await db.deleteFrom('tenants').where('owner_user_id', '=', caller.sub).execute()
    await kernel.jobs.send(db, 'provider-ends', {})
    for (const table of KEPT_BY_USER) await db.deleteFrom(table).where('user_id', '=', caller.sub).execute()
  })
  return { deleted: true }
}

/**
 * A checkout may stand open in another tab, or be paid in this moment: what is bought there nobody would own. The
 * customers end at the provider, and with them whatever they subscribe to; the job stands exactly when the account goes.
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
