import type { Origin } from '../answers.ts'
import type { Auth } from '../auth.ts'
import type { PasswordInput } from '../contract.ts'
import { spelledEmail } from '../email.ts'
import { authErrors } from '../errors.ts'
import { takeSignIn } from '../limits.ts'
import { hashPassword, isWeaker, verifyPassword } from '../passwords/password-hash.ts'
import { refuseMalformed } from '../passwords/password-policy.ts'
import type { Pool } from '../pool.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { runAlone } from '../statements.ts'
import { userByEmail } from '../accounts/users.ts'

/**
 * Signs in with a password. An unknown address, a user without a password and a wrong password get the same answer
 * after the same work; that an account is unconfirmed or banned is said only after the right password.
 * @throws {AppError} 400 invalid_credentials, email_not_confirmed, user_banned, validation_failed; 429
 */
export async function signInWithPassword(
  auth: Auth,
  pool: Pool,
  input: PasswordInput,
  origin: Origin,
): Promise<SessionRow> {
  const { database, limits } = auth.kernel
  if (input.phone) throw authErrors.phone_provider_disabled()
  if (!input.email) throw authErrors.validation_failed({ text: 'missing email or phone' })
  const email = spelledEmail(input.email)
  const password = input.password ?? ''
  refuseMalformed(password)
  await takeSignIn(limits, pool, email, origin.ip)
  const [user] = await runAlone(database, userByEmail(pool, email), 'user_by_email')
  const right = await verifyPassword(user?.encrypted_password, password)
  if (!user || !right) throw authErrors.invalid_credentials()
  if (!user.email_confirmed_at) throw authErrors.email_not_confirmed()
  const rehashed = isWeaker(user.encrypted_password!) ? await hashPassword(password) : undefined
  const session = { aal: 'aal1', amr: [proofBy('password')], ...origin, rehashed }
  const [started] = await runAlone(database, startSession(pool, user.id, session))
  if (!started) throw authErrors.user_banned()
  return started
}
