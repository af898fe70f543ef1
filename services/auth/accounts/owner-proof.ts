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

/** Seconds for which a sign-in by mail or text message opens the choice of a new password, as a recovery must. */
const RECOVERY_SECONDS = 900

/** Ways in that need the mailbox or the telephone, not the password. */
const RECOVERIES: Proof['method'][] = ['recovery', 'otp', 'magiclink', 'invite', 'email/signup']

/**
 * Whether the session was made, a quarter of an hour ago at most, by what was sent to the owner: to the mailbox, or
 * to the telephone of whoever has no mailbox. Any other telephone may have been added by somebody at an open session,
 * who would sign in by it and choose a password.
 */
export function justRecovered({ amr, email }: Pick<Owner, 'amr' | 'email'>): boolean {
  const since = Date.now() / 1000 - RECOVERY_SECONDS
  return amr.some(
    ({ method, timestamp, channel }) =>
      RECOVERIES.includes(method) && timestamp >= since && (channel !== 'sms' || !email),
  )
}

/** Ways in that show who holds the account; not those by which it went from one session to another. */
const NO_PROOFS: Proof['method'][] = [
  'anonymous',
  'token_refresh',
  'one_time_code',
  'email_change',
  'phone_change',
  'oauth_provider/authorization_code',
]

/**
 * For a first mailbox, or another telephone, of an account without a mailbox: whoever gets it recovers the account by
 * it, and nobody else is asked. An open session is not enough: the person has signed in within a quarter of an hour,
 * or shows the code of GET /reauthenticate, or the current password.
 * @throws {AppError} 400 reauthentication_needed, current_password_invalid; 422 reauthentication_not_valid; 429
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

/** Where a nonce is sent: the mailbox, or the telephone of whoever has no mailbox. */
export const nonceAddress = ({ email, phone }: Pick<Owner, 'email' | 'phone'>): string => email ?? phone ?? ''

/**
 * Uses the nonce of GET /reauthenticate. A wrong one is counted: the caller commits in any case.
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
 * Compares the current password. Counted with the guesses at sign-in: a stolen session must not try more of them.
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
