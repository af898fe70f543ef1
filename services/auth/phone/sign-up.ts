import type { UserRow } from '../accounts/user-body.ts'
import { insertUser, noteConfirmationSent, userByPhone } from '../accounts/users.ts'
import { originOf } from '../responses.ts'
import { authErrors } from '../errors.ts'
import { takeText } from '../limits.ts'
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts'
import { checkPassword } from '../passwords/password-policy.ts'
import { requirePhoneNumber } from './phone-number.ts'
import type { Pool } from '../pool.ts'
import type { Call } from '../route-table.ts'
import { passwordRuleOf, settingsOf } from '../settings/pool-settings.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { makePlaceholderUser } from '../sign-in/placeholder-user.ts'
import { build, runAlone, runTogether } from '../statements.ts'
import { requirePhone } from './phone-availability.ts'
import { issueTextCode } from './text-codes.ts'
import { codeMessage, sendTextQuietly } from './text-messages.ts'

/**
 * Signs up with number and password. The response is the same for a new and a known number, and both get a
 * code. The code signs the holder of the phone in, to the existing account if there is one. If numbers need
 * no confirmation (AUTH_AUTOCONFIRM), a new user is signed in immediately.
 * @returns a session, or the user as a new one would be shown
 * @throws {AppError} 400 phone_provider_disabled, validation_failed; 422 signup_disabled, weak_password; 429;
 *   422 user_already_exists only if no confirmation is needed
 */
export async function signUpWithPhone(
  { auth, c, pool }: Call,
  input: {
    phone: string
    password?: string | null | undefined
    data?: Record<string, unknown> | null | undefined
  },
): Promise<{ session: SessionRow } | { user: UserRow }> {
  const { config, database, limits } = auth.kernel
  const settings = await settingsOf(auth, pool)
  if (settings.disable_signup) throw authErrors.signup_disabled()
  await requirePhone(auth, pool)
  const phone = requirePhoneNumber(input.phone)
  const password = input.password ?? ''
  checkPassword(password, [phone, pool.tenant?.name ?? ''], passwordRuleOf(auth, settings))
  if (config.auth.autoconfirm)
    return { session: await signUpNow({ auth, c, pool }, phone, password, input.data) }
  await takeText(limits, pool, phone)
  const [before] = await runAlone(database, userByPhone(pool, phone), 'user_by_phone')
  const stored = before?.encrypted_password ?? null
  const sameAs = (await verifyPassword(stored, password)) ? stored : null
  const newcomer = {
    phone,
    passwordHash: await hashPassword(password),
    confirmed: false,
    userMetadata: input.data ?? {},
  }
  const { shown, message } = await runTogether(database, 'sign up by phone', async (run) => {
    const created = await insertUser(run, pool, newcomer)
    const [known] = created ? [created] : await run(userByPhone(pool, phone))
    const answered = created ?? (await makePlaceholderUser(run, newcomer))
    // Deleted between the two statements, so the request continues as if the user had never existed.
    if (!known) return { shown: answered, message: undefined }
    if (!created) await run(noteContest(pool, known.id, sameAs))
    if (!known.phone_confirmed_at) await run(noteConfirmationSent(pool, known.id, true))
    const code = await issueTextCode(auth, run, pool, { type: 'sms', userId: known.id, phone })
    return {
      shown: { ...answered, confirmation_sent_at: answered.created_at },
      message: codeMessage(pool, {
        phone,
        code,
        userMetadata: known.raw_user_meta_data,
        acceptLanguage: c.req.header('accept-language'),
      }),
    }
  })
  sendTextQuietly(auth, message)
  return { user: shown }
}

async function signUpNow(
  { auth, c, pool }: Pick<Call, 'auth' | 'c' | 'pool'>,
  phone: string,
  password: string,
  data: Record<string, unknown> | null | undefined,
): Promise<SessionRow> {
  const newcomer = {
    phone,
    passwordHash: await hashPassword(password),
    confirmed: false,
    phoneConfirmed: true,
    userMetadata: data ?? {},
  }
  return runTogether(auth.kernel.database, 'sign up by phone', async (run) => {
    const created = await insertUser(run, pool, newcomer)
    if (!created) throw authErrors.user_already_exists()
    const how = { aal: 'aal1' as const, amr: [proofBy('password')], ...originOf(c) }
    return (await run(startSession(pool, created.id, how)))[0]!
  })
}

/**
 * Records that a second person may have chosen a password for this unconfirmed number. Then neither password
 * counts, and the user who confirms the number sets a new one.
 * @param sameAs a stored hash that the new password matches
 */
export const noteContest = (pool: Pool, userId: string, sameAs: string | null) =>
  build
    .updateTable('auth.users')
    .set({ sign_up_contested: true })
    .where('pool_id', '=', pool.id)
    .where('id', '=', userId)
    .where('phone_confirmed_at', 'is', null)
    .where('email_confirmed_at', 'is', null)
    .where('encrypted_password', 'is distinct from', sameAs)
