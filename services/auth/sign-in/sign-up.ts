import type { Mail } from '#kernel/mail/mailer.ts'
import { sendOrQueue } from '#kernel/mail/unsent-mail.ts'
import type { Origin } from '../responses.ts'
import type { Auth } from '../auth.ts'
import { alreadyRegisteredMail } from '../mails/letters.ts'
import { localeOf } from '../mails/locale.ts'
import { writeTokenMail } from '../mails/token-mails.ts'
import type { MailRequest } from '../mails/token-mails.ts'
import { requireEmailAddress } from '../accounts/email-address.ts'
import { authErrors } from '../errors.ts'
import { takeMail } from '../limits.ts'
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts'
import { checkPassword } from '../passwords/password-policy.ts'
import type { Pool } from '../pool.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { passwordRuleOf, settingsOf } from '../settings/pool-settings.ts'
import { build, runAlone, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import type { UserRow } from '../accounts/user-body.ts'
import { insertUser, noteConfirmationSent, userByEmail } from '../accounts/users.ts'
import { makePlaceholderUser } from './placeholder-user.ts'

/** The link of a confirmation is valid for a day (mails/mail-tokens.ts). */
const CONFIRMATION_SECONDS = 86_400

export type Caller = Origin & MailRequest

/**
 * A session if no confirmation is needed; else the user as a new one would be shown, and an email is sent.
 */
export type SignUpResult = { session: SessionRow } | { user: UserRow }

/** The input of a new user; `data` becomes their metadata. */
export interface SignUpInput {
  email: string
  password?: string | null | undefined
  data?: Record<string, unknown> | null | undefined
}

/**
 * Signs up with email address and password. If a confirmation is needed, new, unconfirmed and known addresses
 * get the same response after the same work, and the email explains. So the response does not reveal who has
 * an account.
 * @throws {AppError} 400, 422 signup_disabled, weak_password, 429; 422 user_already_exists only if no
 *   confirmation is needed
 */
export async function signUp(
  auth: Auth,
  pool: Pool,
  input: SignUpInput,
  caller: Caller,
): Promise<SignUpResult> {
  const { config, limits, database } = auth.kernel
  const settings = await settingsOf(auth, pool)
  if (settings.disable_signup) throw authErrors.signup_disabled()
  if (!settings.email) throw authErrors.email_provider_disabled()
  const email = requireEmailAddress(input.email)
  const password = input.password ?? ''
  checkPassword(password, [email, pool.tenant?.name ?? ''], passwordRuleOf(auth, settings))
  const confirmed = config.auth.autoconfirm
  if (!confirmed) await takeMail(limits, pool, email)
  const [known] = confirmed ? [] : await runAlone(database, userByEmail(pool, email), 'user_by_email')
  const stored = known?.encrypted_password ?? null
  const newcomer = {
    email,
    passwordHash: await hashPassword(password),
    confirmed,
    userMetadata: input.data ?? {},
    sameAs: !confirmed && (await verifyPassword(stored, password)) ? stored : null,
  }
  if (confirmed)
    return {
      session: await runTogether(database, 'sign up', (run) => signUpNow(run, pool, newcomer, caller)),
    }
  const { user, mail } = await runTogether(database, 'sign up', (run) =>
    signUpByMail(auth, run, pool, newcomer, caller),
  )
  await sendOrQueue(auth.kernel, mail, CONFIRMATION_SECONDS)
  return { user }
}

interface Newcomer {
  email: string
  passwordHash: string
  confirmed: boolean
  userMetadata: Record<string, unknown>
  /** A stored hash that the password matches. */
  sameAs: string | null
}

async function signUpNow(run: Run, pool: Pool, newcomer: Newcomer, caller: Caller): Promise<SessionRow> {
  const created = await insertUser(run, pool, newcomer)
  if (!created) throw authErrors.user_already_exists()
  const start = startSession(pool, created.id, {
    aal: 'aal1',
    amr: [proofBy('password')],
    userAgent: caller.userAgent,
    ip: caller.ip,
  })
  return (await run(start))[0]!
}

interface MailedSignUp {
  /** The user in the response. */
  user: UserRow
  mail: Mail
}

async function signUpByMail(
  auth: Auth,
  run: Run,
  pool: Pool,
  newcomer: Newcomer,
  caller: Caller,
): Promise<MailedSignUp> {
  const { email } = newcomer
  const created = await insertUser(run, pool, newcomer)
  const [known] = created ? [created] : await run(userByEmail(pool, email))
  // The stored user is not changed: an unconfirmed account keeps the password of its first sign-up.
  const shown = created ?? (await makePlaceholderUser(run, newcomer))
  if (!known || known.email_confirmed_at)
    return {
      user: shown,
      mail: alreadyRegisteredMail(auth, pool, { to: email, locale: ownLocale(known, caller) }),
    }
  if (!created) await run(noteContest(pool, known.id, newcomer.sameAs))
  await run(noteConfirmationSent(pool, known.id, true))
  return {
    user: { ...shown, confirmation_sent_at: shown.created_at },
    mail: await writeTokenMail(auth, run, pool, { type: 'signup', user: known, to: email }, caller),
  }
}

/**
 * Records that two people may have chosen a password for one unconfirmed address. Neither password counts,
 * and the user who confirms the address sets a new one (mails/confirm-address.ts).
 */
const noteContest = (pool: Pool, userId: string, sameAs: string | null) =>
  build
    .updateTable('auth.users')
    .set({ sign_up_contested: true })
    .where('pool_id', '=', pool.id)
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is', null)
    .where((eb) =>
      eb.or([eb('encrypted_password', 'is', null), eb('encrypted_password', 'is distinct from', sameAs)]),
    )

const ownLocale = (user: UserRow | undefined, { acceptLanguage }: Caller) =>
  localeOf(user?.raw_user_meta_data, acceptLanguage)
