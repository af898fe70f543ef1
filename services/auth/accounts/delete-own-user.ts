import { againAfterDeadlock } from '#kernel/db/again.ts'
import type { Db } from '#kernel/db/database.ts'
import { authErrors } from '../errors.ts'
import { noticeMail } from '../mails/letters.ts'
import { localeOf } from '../mails/locale.ts'
import { sendQuietly } from '../mails/send.ts'
import type { SessionCall } from '../route-table.ts'
import { build, runTogether } from '../statements.ts'
import { requireErasable } from './require-erasable.ts'
import { takeNonce } from './owner-proof.ts'
import { checkProof } from './prove-owner.ts'
import type { OwnerProof } from './prove-owner.ts'

/**
 * Permanently deletes the account of an end user with its sessions, identities, factors and row in the
 * tenant's member list. Orders stay, because they belong to the tenant's books, but without the person: a trigger erases
 * them wherever a unit declared them (docs/decisions/060). Creators own tenants, so they delete their account in the
 * feature that manages those.
 * @throws {AppError} 422 not_offered (creators); 409 subscription_lives; and as deleteProvenUser
 */
export async function deleteOwnUser(call: SessionCall, proof: OwnerProof): Promise<void> {
  const { pool, claims } = call
  if (!pool.tenant)
    throw authErrors.not_offered({
      text: 'Accounts with tenants are deleted by POST /functions/v1/delete-account',
    })
  await deleteProvenUser(call, proof, async (db) => {
    await requireErasable(db, { pool: pool.id, user: claims.sub }, 'owner')
    await db
      .deleteFrom('end_users')
      .where('tenant_id', '=', pool.id)
      .where('auth_user_id', '=', claims.sub)
      .execute()
    // Ends the checkouts that they left open in another tab now, and not in ten minutes.
    await call.auth.kernel.jobs.send(db, 'provider-ends', {})
  })
}

/**
 * Deletes the caller, who must prove ownership or have signed in within ten minutes, and sends an email about
 * it.
 * @param also deletes related data in the same transaction; an error rolls everything back, and a deadlock is
 *   retried
 * @throws {AppError} 400 current_password_required, reauthentication_needed, current_password_invalid; 401
 *   insufficient_aal; 403 session_not_found; 422 reauthentication_not_valid; 429
 */
export async function deleteProvenUser(
  call: Pick<SessionCall, 'auth' | 'pool' | 'claims'>,
  { password, nonce }: OwnerProof,
  also: (db: Db) => Promise<void>,
): Promise<void> {
  const { auth, pool } = call
  const owner = await checkProof(call, { password, nonce })
  const end = () =>
    runTogether(auth.kernel.database, 'delete user', async (run, db) => {
      // Nothing is thrown here, because a wrong nonce must stay counted.
      if (!password && nonce && !(await takeNonce(auth, run, pool, owner, nonce))) return false
      await also(db)
      await run(build.deleteFrom('auth.users').where('pool_id', '=', pool.id).where('id', '=', owner.id))
      return true
    })
  const deleted = await againAfterDeadlock(end)
  if (!deleted) throw authErrors.reauthentication_not_valid()
  if (!owner.email) return
  const about = { to: owner.email, locale: localeOf(owner.raw_user_meta_data) }
  sendQuietly(auth, noticeMail(auth, pool, about, { kind: 'account_deleted' }))
}
