import { authErrors } from '../errors.ts'
import { atLeastAal2WhenMfa } from '../mfa/step-up.ts'
import type { SessionCall } from '../route-table.ts'
import type { Proof } from '../sessions/sessions.ts'
import { runTogether } from '../statements.ts'
import { checkCurrentPassword, takeNonce } from './owner-proof.ts'
import { readOwner } from './owner.ts'
import type { Owner } from './owner.ts'

/** How callers prove that they are the owner: the password, or a nonce (GET /reauthenticate). */
export interface OwnerProof {
  password?: string | null | undefined
  nonce?: string | null | undefined
}

type Call = Pick<SessionCall, 'auth' | 'pool' | 'claims'>

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
 * Reads the caller and checks the proof, except for a nonce, which the caller of this function must take.
 * @throws {AppError} 400 current_password_required, reauthentication_needed, current_password_invalid; 401
 *   insufficient_aal; 403 session_not_found; 429
 */
export async function checkProof(call: Call, { password, nonce }: OwnerProof): Promise<Owner> {
  const owner = await readOwner(call)
  await atLeastAal2WhenMfa(call)
  if (password) await checkCurrentPassword(call.auth, call.pool, owner, password)
  else if (!nonce && !isFresh(owner)) throw proofMissing(owner)
  return owner
}

/**
 * The same with the nonce, for acts that need no transaction with it.
 * @throws {AppError} as `checkProof`, and 422 reauthentication_not_valid
 */
export async function proveOwner(call: Call, { password, nonce }: OwnerProof): Promise<Owner> {
  const owner = await checkProof(call, { password, nonce })
  if (password || !nonce) return owner
  const right = await runTogether(call.auth.kernel.database, 'proof of the owner', (run) =>
    takeNonce(call.auth, run, call.pool, owner, nonce),
  )
  if (!right) throw authErrors.reauthentication_not_valid()
  return owner
}

const proofMissing = ({ encrypted_password: password }: Owner): Error =>
  password
    ? authErrors.current_password_required({ text: 'Send your password, or a nonce' })
    : authErrors.reauthentication_needed({ text: 'This requires reauthentication' })

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
