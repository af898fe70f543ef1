import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { refundGuess, takeGuess } from '../guesses.ts'
import { useCode } from '../mails/mail-tokens.ts'
import { verifyPassword } from '../passwords/password-hash.ts'
import { refuseMalformed } from '../passwords/password-policy.ts'
import type { Pool } from '../pool.ts'
import type { Proof } from '../sessions/sessions.ts'
import { runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import type { Owner } from './owner.ts'

/**
 * Seconds after a sign-in by email or text message during which the user may set a new password, as after a
 * recovery.
 */
const RECOVERY_SECONDS = 900

/** Sign-in methods that need the mailbox or the phone, not the password. */
const RECOVERIES: Proof['method'][] = ['recovery', 'otp', 'magiclink', 'invite', 'email/signup']

/**
 * Whether the session was created at most a quarter of an hour ago by a message to the owner: to the mailbox,
 * or to the phone if the account has no mailbox. Any other phone may have been added by an intruder at an
 * open session, who would sign in with it and choose a password.
 */
export function justRecovered({ amr, email }: Pick<Owner, 'amr' | 'email'>): boolean {
  const since = Date.now() / 1000 - RECOVERY_SECONDS
  return amr.some(
    ({ method, timestamp, channel }) =>
      RECOVERIES.includes(method) && timestamp >= since && (channel !== 'sms' || !email),
  )
}

/** Methods that only transfer a session, so they do not prove who holds the account. */
const NO_PROOFS: Proof['method'][] = [
  'anonymous',
  'token_refresh',
  'one_time_code',
  'email_change',
  'phone_change',
  'oauth_provider/authorization_code',
]

/**
 * Guards adding the first mailbox, or another phone, to an account without a mailbox. The new contact can
 * recover the account and no other mailbox has to agree, so an open session is not enough. The user must have
 * signed in within a quarter of an hour, or send the code of GET /reauthenticate, or the current password.
 * @throws {AppError} 400 reauthentication_needed, current_password_invalid; 422 reauthentication_not_valid;
 *   429
 */
export async function requireOwner(
  auth: Auth,
  pool: Pool,
  owner: Owner,
  given: { currentPassword: string; nonce: string },
): Promise<void> {
  const since = Date.now() / 1000 - RECOVERY_SECONDS
  if (owner.amr.some(({ method, timestamp }) => timestamp >= since && !NO_PROOFS.includes(method))) return
  if (given.nonce) {
    const right = await runTogether(auth.kernel.database, 'proof of the owner', (run) =>
      takeNonce(auth, run, pool, owner, given.nonce),
    )
    if (!right) throw authErrors.reauthentication_not_valid()
  } else if (given.currentPassword) await checkCurrentPassword(auth, pool, owner, given.currentPassword)
  else throw authErrors.owner_proof_needed()
}

/** Where a nonce is sent: to the mailbox, or to the phone if the account has no mailbox. */
export const nonceAddress = ({ email, phone }: Pick<Owner, 'email' | 'phone'>): string => email ?? phone ?? ''

/**
 * Uses the nonce of GET /reauthenticate. A wrong nonce is counted, so the caller must commit in any case.
 * @returns whether it was right
 */
export async function takeNonce(
  auth: Auth,
  run: Run,
  pool: Pool,
  owner: Owner,
  nonce: string,
): Promise<boolean> {
  const address = nonceAddress(owner)
  return (await useCode(auth, run, pool, ['reauthentication'], address, nonce.trim(), owner.id)) !== undefined
}

/**
 * Compares the current password. It counts with the guesses at sign-in, so that a stolen session gets no
 * extra guesses.
 * @throws {AppError} 400 current_password_invalid, 429
 */
export async function checkCurrentPassword(
  auth: Auth,
  pool: Pool,
  owner: Owner,
  password: string,
): Promise<void> {
  refuseMalformed(password)
  const guess = await takeGuess(auth.kernel, pool, owner.id, owner.known_place)
  if (!(await verifyPassword(owner.encrypted_password, password))) throw authErrors.current_password_invalid()
  await refundGuess(auth.kernel, guess)
}
