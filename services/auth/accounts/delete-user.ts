import { sql } from 'kysely'
import { againAfterDeadlock } from '#kernel/db/again.ts'
import { keyedHash } from '#kernel/secrets/keyed-hash.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { build, jsonb, now, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { requireErasable } from './require-erasable.ts'

/**
 * Permanently deletes a user with their sessions, identities and all other rows that belong to them.
 * @returns false if the user does not exist
 * @throws {AppError} 409 subscription_lives, or of creators plan_lives, owns_tenants
 */
export async function deleteUser(auth: Auth, pool: Pool, id: string): Promise<boolean> {
  return eraseTogether(auth, { pool, id, reason: 'delete user' }, async (run) => {
    const deleted = await run(
      build.deleteFrom('auth.users').where('pool_id', '=', pool.id).where('id', '=', id).returning('id'),
    )
    return deleted.length > 0
  })
}

/**
 * Tables that a soft delete clears: every table with rows of a user except `identities`. A test checks that
 * the list is complete.
 */
export const BELONGINGS = [
  'auth.sessions',
  'auth.one_time_tokens',
  'auth.flow_states',
  'auth.known_places',
  'auth.mfa_factors',
  'auth.passkeys',
  'auth.passkey_challenges',
  'auth.oauth_authorizations',
  'auth.oauth_consents',
] as const

/**
 * Deletes a user but keeps the id for rows that reference it. Address, number and identities become keyed
 * hashes, so that they reveal nothing and can be registered again. Password, metadata, sessions, second
 * factors and pending emails are deleted. Deleting the user again changes nothing.
 * @throws {AppError} 409 subscription_lives, or of creators plan_lives, owns_tenants
 */
export async function softDeleteUser(auth: Auth, pool: Pool, id: string): Promise<void> {
  const hidden = keyedHash(auth.kernel.config.secretKeys, 'deleted-user')
  await eraseTogether(auth, { pool, id, reason: 'soft delete' }, async (run) => {
    const [deletedUser] = await run(
      build
        .updateTable('auth.users')
        .set({
          deleted_at: now,
          email: hidden.make(`${pool.id} ${id}`).toString('hex'),
          encrypted_password: null,
          raw_app_meta_data: jsonb({}),
          raw_user_meta_data: jsonb({}),
          phone: null,
          email_change: null,
          email_change_sent_at: null,
          email_change_confirmed: null,
          phone_change: null,
          phone_change_sent_at: null,
        })
        .where('pool_id', '=', pool.id)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('id'),
    )
    if (!deletedUser) return
    const identities = await run(
      build
        .selectFrom('auth.identities')
        .select(['id', 'provider', 'provider_id'])
        .where('pool_id', '=', pool.id)
        .where('user_id', '=', id),
    )
    for (const identity of identities)
      await run(
        build
          .updateTable('auth.identities')
          .set({
            provider_id: hidden.make(`${id} ${identity.provider} ${identity.provider_id}`).toString('hex'),
            identity_data: jsonb({}),
            last_sign_in_at: null,
          })
          .where('pool_id', '=', pool.id)
          .where('id', '=', identity.id),
      )
    for (const table of BELONGINGS)
      await run(build.deleteFrom(table).where('pool_id', '=', pool.id).where(sql.ref('user_id'), '=', id))
  })
}

/** Erases an account that nothing keeps, in one transaction, which is retried after a deadlock. */
function eraseTogether<T>(
  auth: Auth,
  { pool, id, reason }: { pool: Pool; id: string; reason: string },
  erase: (run: Run) => Promise<T>,
): Promise<T> {
  return againAfterDeadlock(() =>
    runTogether(auth.kernel.database, reason, async (run, db) => {
      await requireErasable(db, { pool: pool.id, user: id }, 'operator')
      const erased = await erase(run)
      // Ends the checkouts that they left open now, and not in ten minutes.
      if (pool.tenant) await auth.kernel.jobs.send(db, 'provider-ends', {})
      return erased
    }),
  )
}
