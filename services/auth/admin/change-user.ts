import { sql } from 'kysely'
import { againAfterDeadlock } from '#kernel/db/again.ts'
import type { UserRow } from '../accounts/user-body.ts'
import { insertEmailIdentity, insertPhoneIdentity } from '../accounts/own-identities.ts'
import { userById } from '../accounts/users.ts'
import type { Auth } from '../auth.ts'
import { requireEmailAddress } from '../accounts/email-address.ts'
import { authErrors } from '../errors.ts'
import { dropMailTokens } from '../mails/mail-tokens.ts'
import { checkPassword } from '../passwords/password-policy.ts'
import { requirePhoneNumber } from '../phone/phone-number.ts'
import type { Pool } from '../pool.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { passwordRuleOf, settingsOf } from '../settings/pool-settings.ts'
import { build, fromNow, jsonb, now, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { banSeconds } from './ban.ts'
import type { ChangeInput } from './contract.ts'
import { refuseOtherRole, findContactConflict } from './create-user.ts'
import { passwordHashToStore } from './password-to-store.ts'
import { jsonbMerge } from './jsonb-merge.ts'

/**
 * Changes a user for the operator. Omitted fields stay, and metadata is merged (null removes a key). A new
 * address or number applies immediately without the owner's confirmation, and pending emails and codes become
 * invalid. A new password ends every session, and a ban takes effect within seconds.
 * @throws {AppError} 404 user_not_found; 422 email_exists, phone_exists, weak_password; 400 validation_failed
 */
export async function changeUser(auth: Auth, pool: Pool, id: string, input: ChangeInput): Promise<UserRow> {
  refuseOtherRole(pool, input.role)
  const { database } = auth.kernel
  const email = input.email ? requireEmailAddress(input.email) : undefined
  const phone = input.phone ? requirePhoneNumber(input.phone) : undefined
  const about = [email ?? '', pool.tenant?.name ?? '']
  const rule = passwordRuleOf(auth, await settingsOf(auth, pool))
  const password = await passwordHashToStore(input, (text) => checkPassword(text, about, rule))
  const bannedFor = input.ban_duration ? banSeconds(input.ban_duration) : undefined

  // A ban locks the account before its teams, and who leaves a team locks them in the other order.
  const { user, shutOut } = await againAfterDeadlock(() =>
    runTogether(database, 'admin change', async (run) => {
      const [before] = await run(userById(pool, id).forUpdate('u'))
      if (!before) throw authErrors.user_not_found()
      const moved = {
        email: email === before.email ? undefined : email,
        phone: phone === before.phone ? undefined : phone,
      }
      const occupied = await findContactConflict(run, pool, moved)
      if (occupied) throw occupied
      await run(
        update(pool, id, {
          ...(moved.email ? { email, email_change: null, email_change_sent_at: null } : {}),
          ...(moved.phone ? { phone, phone_change: null, phone_change_sent_at: null } : {}),
          ...(moved.email ? { email_change_confirmed: null } : {}),
          ...(input.email_confirm ? { email_confirmed_at: sql`coalesce(email_confirmed_at, now())` } : {}),
          ...(input.phone_confirm ? { phone_confirmed_at: sql`coalesce(phone_confirmed_at, now())` } : {}),
          ...(password ? { encrypted_password: password, sign_up_contested: false } : {}),
          ...(input.user_metadata
            ? { raw_user_meta_data: jsonbMerge('raw_user_meta_data', input.user_metadata) }
            : {}),
          ...(input.app_metadata
            ? { raw_app_meta_data: jsonbMerge('raw_app_meta_data', input.app_metadata) }
            : {}),
          ...(bannedFor === undefined ? {} : { banned_until: bannedFor ? fromNow(bannedFor) : null }),
        }),
      )
      await moveIdentity(run, pool, before, 'email', moved.email, input.email_confirm)
      await moveIdentity(run, pool, before, 'phone', moved.phone, input.phone_confirm)
      if (moved.email || moved.phone || password) await dropMailTokens(run, pool, id)
      const ended = password ? await run(endSessionsOf(pool, id)) : []
      const banned = bannedFor ? await run(sessionsOf(pool, id)) : []
      return { user: (await run(userById(pool, id)))[0]!, shutOut: [...ended, ...banned] }
    }),
  )
  auth.kernel.sessions.forget(shutOut.map((session) => session.id))
  return user
}

const sessionsOf = (pool: Pool, userId: string) =>
  build.selectFrom('auth.sessions').select('id').where('pool_id', '=', pool.id).where('user_id', '=', userId)

const update = (pool: Pool, id: string, set: Record<string, unknown>) =>
  build
    .updateTable('auth.users')
    // Runs even without changes, to set `updated_at` and return the row.
    .set({ ...set, updated_at: now })
    .where('pool_id', '=', pool.id)
    .where('id', '=', id)

/** Updates the identity of a changed address or number. A first one is inserted and added to `providers`. */
async function moveIdentity(
  run: Run,
  pool: Pool,
  user: UserRow,
  provider: 'email' | 'phone',
  value: string | undefined,
  confirm: boolean | null | undefined,
): Promise<void> {
  if (!value && !confirm) return
  const verified = confirm ?? false
  const changed = await run(
    build
      .updateTable('auth.identities')
      .set({
        identity_data: sql`identity_data || ${jsonb({ ...(value ? { [provider]: value } : {}), [`${provider}_verified`]: verified })}`,
      })
      .where('pool_id', '=', pool.id)
      .where('user_id', '=', user.id)
      .where('provider', '=', provider)
      .returning('id'),
  )
  if (changed.length || !value) return
  const insert = provider === 'email' ? insertEmailIdentity : insertPhoneIdentity
  await run(insert(pool, user.id, value, verified))
  await run(
    update(pool, user.id, {
      is_anonymous: false,
      raw_app_meta_data: sql`raw_app_meta_data || jsonb_build_object(
        'provider', coalesce(raw_app_meta_data -> 'provider', to_jsonb(${provider}::text)),
        'providers', coalesce(raw_app_meta_data -> 'providers', '[]') || to_jsonb(${provider}::text))`,
    }),
  )
}
