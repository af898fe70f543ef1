import type { AppContext } from '#kernel/http/context.ts'
import { knownPlaceColumn, placesOf } from '../accounts/known-places.ts'
import { userByEmail, userByPhone } from '../accounts/users.ts'
import { originOf } from '../answers.ts'
import type { Auth } from '../auth.ts'
import type { PasswordInput } from '../contract.ts'
import { spelledEmail } from '../accounts/email-address.ts'
import { authErrors } from '../errors.ts'
import { takeGuess } from '../limits.ts'
import { hashPassword, isWeaker, verifyPassword } from '../passwords/password-hash.ts'
import { refuseMalformed } from '../passwords/password-policy.ts'
import { spelledPhone } from '../phone/phone-number.ts'
import { requirePhone } from '../phone/phone-offered.ts'
import type { Pool } from '../pool.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { runAlone } from '../statements.ts'

/**
 * Signs in with a password, by address or number. An unknown one, a user without a password and a wrong password get
 * the same answer after the same work; that an account is unconfirmed or banned is said only after the right password.
 * @throws {AppError} 400 invalid_credentials, email_not_confirmed, phone_not_confirmed, user_banned, validation_failed,
 *   email_provider_disabled, phone_provider_disabled; 429
 */
export async function signInWithPassword(
  auth: Auth,
  pool: Pool,
  input: PasswordInput,
  c: AppContext,
): Promise<SessionRow> {
  const { database, limits } = auth.kernel
  const who = await whoIsNamed(auth, pool, input)
  const password = input.password ?? ''
  refuseMalformed(password)
  const [user] = await runAlone(
    database,
    who.find.select(knownPlaceColumn(placesOf(auth, c, pool))),
    who.name,
  )
  const guess = await takeGuess(limits, pool, user?.id ?? who.address, user?.known_place ?? undefined)
  const right = await verifyPassword(user?.encrypted_password, password)
  if (!user || !right) throw authErrors.invalid_credentials()
  await guess.refund()
  if (who.by === 'email' && !user.email_confirmed_at) throw authErrors.email_not_confirmed()
  if (who.by === 'phone' && !user.phone_confirmed_at) throw authErrors.phone_not_confirmed()
  const rehashed = isWeaker(user.encrypted_password!) ? await hashPassword(password) : undefined
  const session = { aal: 'aal1', amr: [proofBy('password')], ...originOf(c), rehashed }
  const [started] = await runAlone(
    database,
    startSession(pool, user.id, session),
    rehashed ? undefined : 'start_session',
  )
  if (!started) throw authErrors.user_banned()
  return started
}

async function whoIsNamed(auth: Auth, pool: Pool, { email, phone }: PasswordInput) {
  if (email && phone)
    throw authErrors.validation_failed({ text: 'Only an email address or phone number should be provided' })
  if (phone) {
    await requirePhone(auth, pool)
    const address = spelledPhone(phone)
    return { by: 'phone', address, find: userByPhone(pool, address), name: 'user_by_phone_at' } as const
  }
  if (!email) throw authErrors.validation_failed({ text: 'missing email or phone' })
  if (!(await settingsOf(auth, pool)).email) throw authErrors.email_provider_disabled()
  const address = spelledEmail(email)
  return { by: 'email', address, find: userByEmail(pool, address), name: 'user_by_email_at' } as const
}
