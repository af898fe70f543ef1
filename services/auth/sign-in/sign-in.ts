import type { AppError } from '#kernel/errors.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { originOf } from '../responses.ts'
import type { Auth } from '../auth.ts'
import type { PasswordInput } from '../contract.ts'
import { normalizeEmail } from '../accounts/email-address.ts'
import { authErrors } from '../errors.ts'
import { refundGuess } from '../guesses.ts'
import { hashPassword, isWeaker, verifyPassword } from '../passwords/password-hash.ts'
import { refuseMalformed } from '../passwords/password-policy.ts'
import { normalizePhone } from '../phone/phone-number.ts'
import { requirePhone } from '../phone/phone-availability.ts'
import type { Pool } from '../pool.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { runAlone } from '../statements.ts'
import { passwordCandidate } from './password-candidate.ts'
import type { Candidate } from './password-candidate.ts'

/**
 * Signs in with a password, by address or number. An unknown contact, a user without a password and a wrong
 * password get the same response after the same work. Only the right password reveals that an account is
 * unconfirmed or banned. This grant counts the caller's address itself, and `POST /token` relies on it. It
 * takes two database round trips.
 * @throws {AppError} 400 invalid_credentials, email_not_confirmed, phone_not_confirmed, user_banned,
 *   validation_failed, email_provider_disabled, phone_provider_disabled; 429
 */
export async function signInWithPassword(
  auth: Auth,
  pool: Pool,
  input: PasswordInput,
  c: AppContext,
): Promise<SessionRow> {
  const who = await whoIsNamed(auth, pool, input)
  const password = input.password ?? ''
  refuseMalformed(password)
  const { user, guess } = await passwordCandidate(auth, pool, who.by, who.address, c)
  if (!(await verifyPassword(user?.encrypted_password, password)) || !user)
    throw authErrors.invalid_credentials()
  const unconfirmed = unconfirmedBy(who.by, user)
  if (unconfirmed) {
    await refundGuess(auth.kernel, guess)
    throw unconfirmed
  }
  const rehashed = isWeaker(user.encrypted_password!) ? await hashPassword(password) : undefined
  const session = { aal: 'aal1', amr: [proofBy('password')], ...originOf(c), rehashed, refunded: guess }
  const [started] = await runAlone(
    auth.kernel.database,
    startSession(pool, user.id, session),
    'start_session',
  )
  if (!started) throw authErrors.user_banned()
  return started
}

function unconfirmedBy(by: 'email' | 'phone', user: NonNullable<Candidate['user']>): AppError | undefined {
  if (by === 'email' && !user.email_confirmed_at) return authErrors.email_not_confirmed()
  if (by === 'phone' && !user.phone_confirmed_at) return authErrors.phone_not_confirmed()
  return undefined
}

async function whoIsNamed(auth: Auth, pool: Pool, { email, phone }: PasswordInput) {
  if (email && phone)
    throw authErrors.validation_failed({ text: 'Only an email address or phone number should be provided' })
  if (phone) {
    await requirePhone(auth, pool)
    return { by: 'phone', address: normalizePhone(phone) } as const
  }
  if (!email) throw authErrors.validation_failed({ text: 'missing email or phone' })
  if (!(await settingsOf(auth, pool)).email) throw authErrors.email_provider_disabled()
  return { by: 'email', address: normalizeEmail(email) } as const
}
