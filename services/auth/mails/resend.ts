import type { Mail } from '#kernel/mail/mailer.ts'
import type { Auth } from '../auth.ts'
import { noteConfirmationSent, userByEmail } from '../accounts/users.ts'
import type { UserRow } from '../accounts/user-body.ts'
import { requireEmailAddress } from '../accounts/email-address.ts'
import { authErrors } from '../errors.ts'
import { takeMail } from '../limits.ts'
import type { Pool } from '../pool.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { runAlone, runTogether } from '../statements.ts'
import { writeEmailChangeMails } from './email-change.ts'
import { sendQuietly } from './send.ts'
import { writeTokenMail } from './token-mails.ts'
import type { MailRequest } from './token-mails.ts'

const BY_MAIL = ['signup', 'email_change']
const BY_PHONE = ['sms', 'phone_change']

/**
 * Returns whether a resend request is for email or phone.
 * @throws {AppError} 400 validation_failed on other types, and without the mailbox or number
 */
export function resendChannel({
  type,
  email,
  phone,
}: {
  type: string
  email?: string | null | undefined
  phone?: string | null | undefined
}): { email: string } | { phone: string } {
  if (![...BY_MAIL, ...BY_PHONE].includes(type))
    throw authErrors.validation_failed({
      text: 'Missing one of these types: signup, email_change, sms, phone_change',
    })
  if (email && phone)
    throw authErrors.validation_failed({ text: 'Only an email address or phone number should be provided' })
  if (BY_PHONE.includes(type)) {
    if (phone) return { phone }
    throw authErrors.validation_failed({ text: 'Type provided requires a phone number' })
  }
  if (email) return { email }
  throw authErrors.validation_failed({ text: 'Type provided requires an email address' })
}

/**
 * Resends the emails of a sign-up or of a change of address. The response is the same for unknown and
 * confirmed addresses and does not wait for the SMTP server, whose timing would distinguish them.
 * @param input `email` is the address of the account; for a change, the current one
 * @throws {AppError} 400 email_address_invalid; 429 within a minute
 */
export async function resendMail(
  auth: Auth,
  pool: Pool,
  input: { type: string; email: string },
  mailRequest: MailRequest,
): Promise<void> {
  const email = requireEmailAddress(input.email)
  await takeMail(auth.kernel.limits, pool, email)
  sendQuietly(
    auth,
    ...(input.type === 'signup'
      ? await resendConfirmation(auth, pool, email, mailRequest)
      : await resendEmailChange(auth, pool, email, mailRequest)),
  )
}

const resendConfirmation = (
  auth: Auth,
  pool: Pool,
  email: string,
  mailRequest: MailRequest,
): Promise<Mail[]> =>
  runTogether(auth.kernel.database, 'resend', async (run) => {
    const [user] = await run(userByEmail(pool, email))
    if (!user || user.email_confirmed_at) return []
    await run(noteConfirmationSent(pool, user.id, true))
    return [await writeTokenMail(auth, run, pool, { type: 'signup', user, to: email }, mailRequest)]
  })

async function resendEmailChange(
  auth: Auth,
  pool: Pool,
  email: string,
  mailRequest: MailRequest,
): Promise<Mail[]> {
  const { database, limits } = auth.kernel
  const [user] = await runAlone(database, userByEmail(pool, email), 'user_by_email')
  if (!user?.email_change || !(await isWithinLimit(user))) return []
  const { secure_email_change: both } = await settingsOf(auth, pool)
  return runTogether(database, 'resend change', (run) =>
    writeEmailChangeMails(auth, run, pool, user.id, both, mailRequest),
  )
  // The new mailbox is limited too. The refusal is not reported, because it would reveal a pending change.
  function isWithinLimit({ email_change }: UserRow): Promise<boolean> {
    return takeMail(limits, pool, email_change!).then(
      () => true,
      () => false,
    )
  }
}
