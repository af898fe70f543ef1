import type { Auth } from '../auth.ts'
import { normalEmail } from '../email.ts'
import { authErrors } from '../errors.ts'
import { takeMail } from '../limits.ts'
import { sendQuietly } from './send.ts'
import { writeTokenMail } from './token-mails.ts'
import type { MailAsked } from './token-mails.ts'
import type { Pool } from '../pool.ts'
import { runTogether } from '../statements.ts'
import { noteConfirmationSent, userByEmail } from '../accounts/users.ts'

/** Types that the official service knows here; of these, sign-up is offered. */
const KNOWN_TYPES = ['signup', 'email_change', 'sms', 'phone_change']

/**
 * Sends the confirmation mail again. The answer is the same for unknown and confirmed addresses, and does not wait
 * for the mail server, whose time would tell them apart.
 * @throws {AppError} 400 on other types, 429 within a minute
 */
export async function resend(
  auth: Auth,
  pool: Pool,
  input: { type: string; email?: string | null; phone?: string | null },
  asked: MailAsked,
): Promise<void> {
  if (!KNOWN_TYPES.includes(input.type))
    throw authErrors.validation_failed({
      text: 'Missing one of these types: signup, email_change, sms, phone_change',
    })
  if (input.phone || !input.email)
    throw authErrors.validation_failed({ text: 'Type provided requires an email address' })
  const email = normalEmail(input.email)
  const { kernel } = auth
  await takeMail(kernel.limits, pool, email)
  if (input.type !== 'signup') return
  const mail = await runTogether(kernel.database, 'resend', async (run) => {
    const [user] = await run(userByEmail(pool, email))
    if (!user || user.email_confirmed_at) return undefined
    await run(noteConfirmationSent(pool, user.id, true))
    return writeTokenMail(auth, run, pool, { type: 'signup', user, to: email }, asked)
  })
  sendQuietly(auth, mail)
}
