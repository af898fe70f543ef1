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

/** What an owner does to people in ten minutes. */
const PER_CREATOR = { points: 120, seconds: 600 }

/**
 * Shuts somebody out, for some hours or for good: no way in works, and sessions that are open answer no more within
 * 5 seconds. `null` lets them in again.
 * @throws {AppError} tenant_not_found, customer_not_found, too_many_requests
 */
export async function banCustomer(
  kernel: Kernel,
  claims: Claims,
  of: CustomerOf,
  hours: number | null | undefined,
): Promise<Customer> {
  const { auth, pool } = await reach(kernel, claims, of)
  await changeUser(auth, pool, of.customerId, {
    ban_duration: hours === null ? 'none' : `${hours ?? FOR_GOOD}h`,
  })
  return readCustomer(kernel, claims, of)
}

/** A hundred years. */
const FOR_GOOD = 876_000

/**
 * Ends one session of somebody, or all: refresh tokens are dead at once, access tokens within 5 seconds.
 * @returns how many there were
 * @throws {AppError} tenant_not_found, customer_not_found, too_many_requests
 */
export async function signOutCustomer(
  kernel: Kernel,
  claims: Claims,
  { session_id: session, ...of }: CustomerOf & { session_id?: string },
): Promise<{ ended: number }> {
  const { pool } = await reach(kernel, claims, of)
  const ended = await runTogether(kernel.database, 'an owner signs somebody out', (run) =>
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
 * Deletes somebody's account for good: sessions, ways in and the list of members forget them. Orders are the tenant's
 * books and stay, as they do when people delete their account themselves.
 * @throws {AppError} tenant_not_found, customer_not_found, too_many_requests; 409 subscription_lives
 */
export async function deleteCustomer(
  kernel: Kernel,
  claims: Claims,
  of: CustomerOf,
): Promise<{ deleted: true }> {
  const { pool } = await reach(kernel, claims, of)
  const end = () =>
    runTogether(kernel.database, 'an owner deletes somebody', async (run, db) => {
      if (await isCharged(db, pool.id, of.customerId)) throw customerErrors.subscription_lives()
      await db
        .deleteFrom('end_users')
        .where('tenant_id', '=', pool.id)
        .where('auth_user_id', '=', of.customerId)
        .execute()
      const belongs = { pool: pool.id, user: of.customerId }
      const sessions = await run(
        build
          .deleteFrom('auth.sessions')
          .where('pool_id', '=', belongs.pool)
          .where('user_id', '=', belongs.user)
          .returning('id'),
      )
      await run(
        build.deleteFrom('auth.users').where('pool_id', '=', belongs.pool).where('id', '=', belongs.user),
      )
      return sessions
    })
  const ended = await againAfterDeadlock(end)
  kernel.sessions.forget(ended.map(({ id }) => id))
  return { deleted: true }
}

/** The pool of the caller's own tenant in which this person is. */
async function reach(
  kernel: Kernel,
  claims: Claims,
  { tenantId, customerId }: CustomerOf,
): Promise<{ auth: Auth; pool: Pool }> {
  const people = await openTenantUsers(kernel, claims, tenantId)
  await kernel.limits.take('customer.change', claims.sub!, PER_CREATOR)
  await readCustomer(kernel, claims, { tenantId, customerId })
  return people
}
