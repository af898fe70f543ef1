import type { Auth } from '../auth.ts'
import { noteRecoverySent, userByEmail } from '../accounts/users.ts'
import { requireEmailAddress } from '../accounts/email-address.ts'
import { authErrors } from '../errors.ts'
import { takeMail } from '../limits.ts'
import type { Pool } from '../pool.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { runTogether } from '../statements.ts'
import type { RecoverInput } from './mail-inputs.ts'
import { sendQuietly } from './send.ts'
import { writeTokenMail } from './token-mails.ts'
import type { MailRequest } from './token-mails.ts'

/**
 * Emails a link and a code to choose a new password. The response does not reveal whether the address is
 * known.
 * @throws {AppError} 400 email_address_invalid, validation_failed, email_provider_disabled; 429
 */
export async function mailRecovery(
  auth: Auth,
  pool: Pool,
  input: RecoverInput,
  mailRequest: MailRequest,
): Promise<void> {
  const { email: offered } = await settingsOf(auth, pool)
  if (!offered) throw authErrors.email_provider_disabled()
  if (!input.email) throw authErrors.validation_failed({ text: 'Password recovery requires an email' })
  const email = requireEmailAddress(input.email)
  await takeMail(auth.kernel.limits, pool, email)
  const mail = await runTogether(auth.kernel.database, 'recover', async (run) => {
    const [user] = await run(userByEmail(pool, email))
    if (!user) return undefined
    await run(noteRecoverySent(pool, user.id))
    return writeTokenMail(auth, run, pool, { type: 'recovery', user, to: email }, mailRequest)
  })
  sendQuietly(auth, mail)
}
