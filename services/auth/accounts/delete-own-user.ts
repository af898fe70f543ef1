import { againAfterDeadlock } from '#kernel/db/again.ts'
import type { Db } from '#kernel/db/database.ts'
import { authErrors } from '../errors.ts'
import { noticeMail } from '../mails/letters.ts'
import { localeOf } from '../mails/locale.ts'
import { sendQuietly } from '../mails/send.ts'
import { atLeastAal2WhenMfa } from '../mfa/step-up.ts'
import type { SessionCall } from '../route-table.ts'
import type { Proof } from '../sessions/sessions.ts'
import { build, runTogether } from '../statements.ts'
import { checkCurrentPassword, takeNonce } from './owner-proof.ts'
import { readOwner } from './owner.ts'
import type { Owner } from './owner.ts'

/** Seconds after a sign-in during which the sign-in itself is proof enough. */
const FRESH_SECONDS = 600

/** Proofs that only the owner has if there is a password: the password, the mailbox, the second factor. */
const OWNERS: Proof['method'][] = [
  'password',
  'otp',
  'magiclink',
  'email/signup',
  'invite',
  'recovery',
  'totp',
  'mfa/phone',
  'mfa/webauthn',
  'mfa/recovery_code',
]

/**
 * Permanently deletes the account of an end user with its sessions, identities, factors and row in the
 * tenant's member list. Orders stay, because they belong to the tenant's books. Creators own tenants, so they
 * delete their account in the feature that manages those.
 * @throws {AppError} 422 not_offered (creators), and as deleteProvenUser
 */
export async function deleteOwnUser(call: SessionCall, proof: OwnerProof): Promise<void> {
  const { pool, claims } = call
  if (!pool.tenant)
    throw authErrors.not_offered({
      text: 'Accounts with tenants are deleted by POST /functions/v1/delete-account',
    })
  await deleteProvenUser(call, proof, async (db) => {
    await db
      .deleteFrom('end_users')
      .where('tenant_id', '=', pool.id)
      .where('auth_user_id', '=', claims.sub)
      .execute()
  })
}

/** How callers prove that they are the owner: the password, or a nonce (GET /reauthenticate). */
export interface OwnerProof {
  password?: string | null | undefined
  nonce?: string | null | undefined
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
  const owner = await readOwner(call)
  await atLeastAal2WhenMfa(call)
  if (password) await checkCurrentPassword(auth, pool, owner, password)
  else if (!nonce && !isFresh(owner)) throw proofMissing(owner)
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

const proofMissing = ({ encrypted_password: password }: Owner): Error =>
  password
    ? authErrors.current_password_required({ text: 'Send your password, or a nonce, to delete your account' })
    : authErrors.reauthentication_needed({ text: 'Deleting the account requires reauthentication' })

/**
 * Whether the owner has proven their identity within the last ten minutes. The age of the proofs counts, not
 * only that of the session, because an old session can create new ones (one-time codes). For a user with a
 * password, proofs that any open session can add (a new phone, passkey or provider) do not count.
 */
function isFresh({ amr, email, encrypted_password: password, session_created_at }: Owner): boolean {
  const since = Date.now() / 1000 - FRESH_SECONDS
  if (session_created_at.getTime() / 1000 < since) return false
  return amr.some(
    ({ method, timestamp, channel }) =>
      timestamp >= since &&
      !['email_change', 'phone_change'].includes(method) &&
      (!password || (OWNERS.includes(method) && (channel !== 'sms' || !email))),
  )
}
