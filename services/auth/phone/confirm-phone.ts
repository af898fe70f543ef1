import { sql } from 'kysely'
import { proveOwnIdentity, withProvider } from '../accounts/own-identities.ts'
import type { Pool } from '../pool.ts'
import { build, now } from '../statements.ts'
import type { Run } from '../statements.ts'
import { dropTextCodes } from './text-codes.ts'

/**
 * Marks the number as proven once the holder of the phone has confirmed it. A password set before counts only
 * if no one else can have chosen it (same rule as mails/confirm-address.ts).
 * @returns whether the user has to set a new password
 */
export async function confirmPhone(run: Run, pool: Pool, userId: string): Promise<boolean> {
  const unproven = sql<boolean>`u.phone_confirmed_at is null and u.email_confirmed_at is null and u.sign_up_contested`
  const [confirmed] = await run(
    build
      .with('before', (db) =>
        db
          .selectFrom('auth.users as u')
          .select('u.id')
          .select(sql<boolean>`${unproven} and u.encrypted_password is not null`.as('dropped'))
          .select(unproven.as('unproven'))
          .where('u.pool_id', '=', pool.id)
          .where('u.id', '=', userId)
          .forUpdate(),
      )
      .updateTable('auth.users as u')
      .from('before')
      .set({
        phone_confirmed_at: sql`coalesce(u.phone_confirmed_at, now())`,
        encrypted_password: sql`case when before.dropped then null else u.encrypted_password end`,
        raw_user_meta_data: sql`case when before.unproven then '{}' else u.raw_user_meta_data end`,
        sign_up_contested: false,
      })
      .where('u.pool_id', '=', pool.id)
      .whereRef('u.id', '=', 'before.id')
      .returning(['u.phone', 'before.dropped']),
  )
  await run(
    build
      .updateTable('auth.identities')
      .set({ identity_data: sql`identity_data || '{"phone_verified": true}'` })
      .where('pool_id', '=', pool.id)
      .where('user_id', '=', userId)
      .where('provider', '=', 'phone'),
  )
  return confirmed?.dropped ?? false
}

/**
 * Stores the pending number as proven, with its identity. An anonymous user becomes a regular one. Earlier
 * text messages become invalid.
 * @throws a unique violation (23505) if another user has the number
 */
export async function finishPhoneChange(run: Run, pool: Pool, userId: string): Promise<void> {
  const [changed] = await run(
    build
      .updateTable('auth.users')
      .set({
        phone: sql`phone_change`,
        phone_change: null,
        phone_change_sent_at: null,
        phone_confirmed_at: now,
        is_anonymous: false,
        raw_app_meta_data: withProvider('phone'),
      })
      .where('pool_id', '=', pool.id)
      .where('id', '=', userId)
      .where('phone_change', 'is not', null)
      .returning('phone'),
  )
  if (!changed) return
  await run(proveOwnIdentity(pool, userId, 'phone', changed.phone!))
  await dropTextCodes(run, pool, userId)
}
