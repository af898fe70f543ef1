import { againAfterDeadlock } from '#kernel/db/again.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { changeUser } from '#services/auth/admin/change-user.ts'
import type { Auth } from '#services/auth/auth.ts'
import { openTenantUsers } from '#services/auth/tenant-users.ts'
import type { Pool } from '#services/auth/pool.ts'
import { build, runTogether } from '#services/auth/statements.ts'
import type { Customer, CustomerOf } from './endpoints.ts'
import { customerErrors } from './errors.ts'
import { readCustomer } from './read-customer.ts'
import { isCharged } from './spending.ts'

/** Changes of customers per owner in ten minutes. */
const PER_CREATOR = { points: 120, seconds: 600 }

/**
 * Bans a customer, for some hours or permanently. No sign-in method works, and open sessions end within 5
 * seconds. `null` lifts the ban.
 * @throws {AppError} tenant_not_found, customer_not_found, too_many_requests
 */
export async function banCustomer(
  kernel: Kernel,
  claims: Claims,
  of: CustomerOf,
  hours: number | null | undefined,
): Promise<Customer> {
  const { auth, pool } = await openCustomer(kernel, claims, of)
  await changeUser(auth, pool, of.customerId, {
    ban_duration: hours === null ? 'none' : `${hours ?? PERMANENT_HOURS}h`,
  })
  return readCustomer(kernel, claims, of)
}

/** A hundred years. */
const PERMANENT_HOURS = 876_000

/**
 * Ends one or all sessions of a customer. Refresh tokens stop working immediately, access tokens within 5
 * seconds.
 * @returns the number of ended sessions
 * @throws {AppError} tenant_not_found, customer_not_found, too_many_requests
 */
export async function signOutCustomer(
  kernel: Kernel,
  claims: Claims,
  { session_id: session, ...of }: CustomerOf & { session_id?: string },
): Promise<{ ended: number }> {
  const { pool } = await openCustomer(kernel, claims, of)
  const ended = await runTogether(kernel.database, 'an owner signs out a customer', (run) =>
    run(
      build
        .deleteFrom('auth.sessions')
        .where('pool_id', '=', pool.id)
        .where('user_id', '=', of.customerId)
        .$if(session !== undefined, (query) => query.where('id', '=', session!))
        .returning('id'),
    ),
  )
  kernel.sessions.forget(ended.map(({ id }) => id))
  return { ended: ended.length }
}

/**
 * Deletes a customer's account permanently, with its sessions, sign-in methods and membership. Orders are the
 * tenant's accounting records and stay, as they do when users delete their own account.
 * @throws {AppError} tenant_not_found, customer_not_found, too_many_requests; 409 subscription_lives
 */
export async function deleteCustomer(
  kernel: Kernel,
  claims: Claims,
  of: CustomerOf,
): Promise<{ deleted: true }> {
  const { pool } = await openCustomer(kernel, claims, of)
  const deleteAccount = () =>
    runTogether(kernel.database, 'an owner deletes a customer', async (run, db) => {
      if (await isCharged(db, pool.id, of.customerId)) throw customerErrors.subscription_lives()
      await db
        .deleteFrom('end_users')
        .where('tenant_id', '=', pool.id)
        .where('auth_user_id', '=', of.customerId)
        .execute()
      const account = { pool: pool.id, user: of.customerId }
      const sessions = await run(
        build
          .deleteFrom('auth.sessions')
          .where('pool_id', '=', account.pool)
          .where('user_id', '=', account.user)
          .returning('id'),
      )
      await run(
        build.deleteFrom('auth.users').where('pool_id', '=', account.pool).where('id', '=', account.user),
      )
      // Ends the checkouts that they left open now, and not in ten minutes.
      await kernel.jobs.send(db, 'provider-ends', {})
      return sessions
    })
  const ended = await againAfterDeadlock(deleteAccount)
  kernel.sessions.forget(ended.map(({ id }) => id))
  return { deleted: true }
}

/** Opens the user pool of the caller's own tenant, after checking that this customer is in it. */
async function openCustomer(
  kernel: Kernel,
  claims: Claims,
  { tenantId, customerId }: CustomerOf,
): Promise<{ auth: Auth; pool: Pool }> {
  const users = await openTenantUsers(kernel, claims, tenantId, 'people')
  await kernel.limits.take('customer.change', claims.sub!, PER_CREATOR)
  await readCustomer(kernel, claims, { tenantId, customerId })
  return users
}
