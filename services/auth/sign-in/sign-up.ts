import { sql } from 'kysely'
import type { Mail } from '#kernel/mail/mailer.ts'
import type { Origin } from '../answers.ts'
import type { Auth } from '../auth.ts'
import { alreadyRegisteredMail } from '../mails/letters.ts'
import { localeOf } from '../mails/locale.ts'
import { writeTokenMail } from '../mails/token-mails.ts'
import type { MailAsked } from '../mails/token-mails.ts'
import type { SignUpInput } from '../contract.ts'
import { normalEmail } from '../email.ts'
import { authErrors } from '../errors.ts'
import { takeMail } from '../limits.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { checkPassword } from '../passwords/password-policy.ts'
import type { Pool } from '../pool.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { build, runAlone, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import type { UserRow } from '../accounts/user-body.ts'
import { insertUser, noteConfirmationSent, userByEmail } from '../accounts/users.ts'

export type Caller = Origin & MailAsked

/** A session where no confirmation is needed; else the user as a newcomer would be shown, and a mail under way. */
export type SignUpResult = { session: SessionRow } | { user: UserRow }

/**
 * Signs up with e-mail address and password. Where a confirmation is needed the answer is the same for a new, an
 * unconfirmed and a known address, and the mail explains: nobody learns here who has an account.
 * @throws {AppError} 400, 422 weak_password, 429; 422 user_already_exists only where no confirmation is needed
 */
export async function signUp(
  auth: Auth,
  pool: Pool,
  input: SignUpInput,
  caller: Caller,
): Promise<SignUpResult> {
  const { config, limits, database } = auth.kernel
  if (input.phone) throw authErrors.phone_provider_disabled()
  if (!input.email) throw authErrors.anonymous_provider_disabled()
  const email = normalEmail(input.email)
  const password = input.password ?? ''
  checkPassword(password, [email, pool.tenant?.name ?? ''], config.auth.passwordMinLength)
  const confirmed = config.auth.autoconfirm
  if (!confirmed) await takeMail(limits, pool, email)
  const newcomer = {
    email,
    passwordHash: await hashPassword(password),
    confirmed,
    userMetadata: input.data ?? {},
  }
  if (confirmed)
    return {
      session: await runTogether(database, 'sign up', (run) => signUpNow(run, pool, newcomer, caller)),
    }
  const { user, mail, userId } = await runTogether(database, 'sign up', (run) =>
    signUpByMail(auth, run, pool, newcomer, caller),
  )
  await sendOrAdmit(auth, pool, mail, userId)
  return { user }
}

interface Newcomer {
  email: string
  passwordHash: string
  confirmed: boolean
  userMetadata: Record<string, unknown>
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
  /** What the caller is shown. */
  user: UserRow
  mail: Mail
  /** Whose confirmation the mail is for, if it is one. */
  userId?: string
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
  // The stored user is not changed: the password of an unconfirmed account stays what its first sign-up chose.
  const shown = created ?? (await madeUpUser(run, newcomer))
  if (!known || known.email_confirmed_at)
    return {
      user: shown,
      mail: alreadyRegisteredMail(auth, pool, { to: email, locale: ownLocale(known, caller) }),
    }
  await run(noteConfirmationSent(pool, known.id, true))
  return {
    user: { ...shown, confirmation_sent_at: shown.created_at },
    mail: await writeTokenMail(auth, run, pool, { type: 'signup', user: known, to: email }, caller),
    userId: known.id,
  }
}

const ownLocale = (user: UserRow | undefined, { acceptLanguage }: Caller) =>
  localeOf(user?.raw_user_meta_data, acceptLanguage)

/** After the commit. A mail that cannot be sent is said so, and may be asked for again. */
async function sendOrAdmit(auth: Auth, pool: Pool, mail: Mail, userId: string | undefined): Promise<void> {
  try {
    await auth.kernel.mail.send(mail)
  } catch (cause) {
    if (userId) await runAlone(auth.kernel.database, noteConfirmationSent(pool, userId, false))
    throw authErrors.unexpected_failure({ text: 'Error sending confirmation email', cause })
  }
}

/** A user as `insertUser` would have answered it, stored nowhere. */
async function madeUpUser(run: Run, { email, userMetadata }: Newcomer): Promise<UserRow> {
  const [fresh] = await run(
    build.selectNoFrom([
      sql<string>`app.uuidv7()`.as('id'),
      sql<string>`app.uuidv7()`.as('identity_id'),
      sql<Date>`now()`.as('at'),
    ]),
  )
  const { id, identity_id, at } = fresh!
  const never = {
    phone: null,
    phone_confirmed_at: null,
    email_change: null,
    email_change_sent_at: null,
    phone_change: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    invited_at: null,
    is_sso_user: false,
    email_confirmed_at: null,
    recovery_sent_at: null,
    last_sign_in_at: null,
    banned_until: null,
    deleted_at: null,
  }
  return {
    ...never,
    id,
    email,
    encrypted_password: null,
    confirmation_sent_at: at,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: userMetadata,
    is_anonymous: false,
    created_at: at,
    updated_at: at,
    identities: [
      {
        id: identity_id,
        provider: 'email',
        provider_id: id,
        identity_data: { sub: id, email, email_verified: false, phone_verified: false },
        last_sign_in_at: null,
        created_at: at.toISOString(),
        updated_at: at.toISOString(),
      },
    ],
  }
}
