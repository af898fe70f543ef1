import type { IdentityRow, UserRow } from '../accounts/user-body.ts'
import { userByEmail, userById } from '../accounts/users.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { build, now, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { renewMetadata } from './identities.ts'

/**
 * Removes a sign-in method from an account, but never the last one. Removing the identity of the address also
 * removes the password, and the account's address becomes the one that another identity has proven.
 * @returns the name of the provider
 * @throws {AppError} 422 identity_not_found, single_identity_not_deletable,
 *   email_conflict_identity_not_deletable
 */
export async function unlinkIdentity(
  auth: Auth,
  pool: Pool,
  userId: string,
  identityId: string,
): Promise<string> {
  return runTogether(auth.kernel.database, 'unlink an identity', async (run) => {
    // Two concurrent calls would leave the account without any identity.
    await run(
      build
        .selectFrom('auth.users')
        .select('id')
        .where('pool_id', '=', pool.id)
        .where('id', '=', userId)
        .forUpdate(),
    )
    const [user] = await run(userById(pool, userId))
    if (!user) throw authErrors.user_gone()
    const removed = user.identities.find(({ id }) => id === identityId)
    if (!removed) throw authErrors.identity_not_found()
    if (user.identities.length < 2) throw authErrors.single_identity_not_deletable()
    await run(build.deleteFrom('auth.identities').where('pool_id', '=', pool.id).where('id', '=', removed.id))
    await moveAddress(run, pool, user, removed)
    await run(renewMetadata(pool, userId, {}))
    return removed.provider
  })
}

async function moveAddress(run: Run, pool: Pool, user: UserRow, removed: IdentityRow): Promise<void> {
  const update = build.updateTable('auth.users').where('pool_id', '=', pool.id).where('id', '=', user.id)
  if (removed.provider === 'phone') {
    await run(update.set({ phone: null, phone_confirmed_at: null }))
    return
  }
  if (removed.provider === 'email') await run(update.set({ encrypted_password: null }))
  const left = user.identities.filter(({ id }) => id !== removed.id)
  if (!user.email || left.some(({ identity_data }) => identity_data.email === user.email)) return
  // The account loses an address that none of its identities proves any more.
  if (removed.identity_data.email !== user.email) return
  const proven = left.find(
    ({ identity_data }) => identity_data.email && identity_data.email_verified === true,
  )
  const email = proven ? String(proven.identity_data.email) : null
  const [owner] = email ? await run(userByEmail(pool, email)) : []
  if (owner) throw authErrors.email_conflict_identity_not_deletable()
  await run(update.set({ email, email_confirmed_at: email ? now : null }))
}
