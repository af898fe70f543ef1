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

/** Seconds for which the sign-in itself is proof enough. */
const FRESH_SECONDS = 600

/** What nobody but the owner has, where there is a password: it, the mailbox, the second factor. */
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
 * Ends the account of an end user, for good: sessions, identities, factors and the tenant's list of members forget
 * them; orders are the tenant's books and stay. Creators have tenants, and delete their account where those are
 * looked after.
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

/** How the caller shows that they are the owner: the password, or a nonce (GET /reauthenticate). */
export interface OwnerProof {
  password?: string | null | undefined
  nonce?: string | null | undefined
}

/**
 * Deletes the caller, who shows that they are the owner, or has signed in within ten minutes; tells them by mail.
 * @param also what goes with the user, in the same transaction; what it throws undoes everything, and after a deadlock
 *   it is asked again
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
      // A wrong nonce is counted: nothing is thrown for it in here.
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
 * Whether the owner has shown within ten minutes who they are. The proofs count, not the age of the session alone:
 * an old session is handed on to new ones (one-time codes). And of somebody with a password not those that an open session can make for itself (a
 * telephone, passkey or provider that was just added).
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
