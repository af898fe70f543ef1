import { sql } from 'kysely'
import { authErrors } from '../errors.ts'
import { noticeMail } from '../mails/letters.ts'
import { localeOf } from '../mails/locale.ts'
import { dropMailTokens } from '../mails/mail-tokens.ts'
import { sendQuietly } from '../mails/send.ts'
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts'
import { checkPassword } from '../passwords/password-policy.ts'
import type { Pool } from '../pool.ts'
import { dropTextCodes } from '../phone/text-codes.ts'
import type { SessionCall } from '../route-table.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { passwordRuleOf, settingsOf } from '../settings/pool-settings.ts'
import { build, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { checkCurrentPassword, justRecovered, takeNonce } from './owner-proof.ts'
import type { Owner } from './owner.ts'

/** Seconds after a sign-in during which a client needs the current password instead of a nonce. */
const DAY = 86_400

export interface NewPassword {
  password: string
  currentPassword: string
  nonce: string
}

/**
 * Sets a password. Users who have one must prove that they are the owner and not merely a person at an open
 * session: by the current password, by a nonce from their mailbox or phone, or by a recent recovery. The
 * user's other sessions end, tokens of earlier emails and text messages become invalid, and the owner gets an
 * email.
 * @throws {AppError} 422 weak_password, same_password, reauthentication_not_valid; 400
 *   current_password_required, reauthentication_needed, current_password_invalid; 409 conflict; 429
 */
export async function changePassword(call: SessionCall, owner: Owner, given: NewPassword): Promise<void> {
  const { auth, pool, c } = call
  const { database } = auth.kernel
  const old = owner.encrypted_password
  const rule = passwordRuleOf(auth, await settingsOf(auth, pool))
  const about = [owner.email ?? '', owner.phone ?? '', pool.tenant?.name ?? '']
  checkPassword(given.password, about, rule)
  const byNonce = old !== null && !justRecovered(owner) && given.nonce !== ''
  if (old !== null && !byNonce && !justRecovered(owner)) {
    if (!given.currentPassword) throw proofMissing(owner)
    await checkCurrentPassword(auth, pool, owner, given.currentPassword)
  }
  // Compared here but reported below: a session without proof must not learn that it guessed the password.
  const same = old !== null && (await verifyPassword(old, given.password))
  const hash = await hashPassword(given.password)
  const outcome = await runTogether(database, 'change password', async (run) => {
    if (byNonce && !(await takeNonce(auth, run, pool, owner, given.nonce))) return 'wrong nonce'
    // Thrown inside the transaction: the nonce was right and stays valid for another password.
    if (same) throw authErrors.same_password()
    return storePassword(run, pool, owner, hash, call.claims.session_id)
  })
  if (outcome === 'wrong nonce') throw authErrors.reauthentication_not_valid()
  if (outcome === 'overtaken') throw authErrors.conflict()
  if (!owner.email || old === null) return
  const locale = localeOf(owner.raw_user_meta_data, c.req.header('accept-language'))
  sendQuietly(auth, noticeMail(auth, pool, { to: owner.email, locale }, { kind: 'password_changed' }))
}

function proofMissing({ session_created_at: since }: Owner): Error {
  return Date.now() - since.getTime() > DAY * 1000
    ? authErrors.reauthentication_needed()
    : authErrors.current_password_required()
}

/** One conditional update: of two concurrent changes that prove the same old password, one wins. */
async function storePassword(
  run: Run,
  pool: Pool,
  { id, encrypted_password: old }: Owner,
  hash: string,
  sessionId: string,
): Promise<'stored' | 'overtaken'> {
  const stored = await run(
    build
      .updateTable('auth.users')
      .set({
        encrypted_password: hash,
        sign_up_contested: false,
        // A pending change of address or number that an intruder may have started ends with their session.
        email_change: null,
        email_change_confirmed: null,
        phone_change: null,
      })
      .where('pool_id', '=', pool.id)
      .where('id', '=', id)
      .where(sql<boolean>`encrypted_password is not distinct from ${old}`)
      .returning('id'),
  )
  if (!stored.length) return 'overtaken'
  await run(endSessionsOf(pool, id, sessionId))
  await dropMailTokens(run, pool, id)
  await dropTextCodes(run, pool, id)
  await run(build.deleteFrom('auth.flow_states').where('pool_id', '=', pool.id).where('user_id', '=', id))
  return 'stored'
}
