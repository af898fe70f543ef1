import type { Auth } from '../auth.ts'
import { insertUser, noteRecoverySent, replaceUnprovenMetadata, userByEmail } from '../accounts/users.ts'
import { requireEmailAddress } from '../accounts/email-address.ts'
import { authErrors } from '../errors.ts'
import { takeMail } from '../limits.ts'
import type { Pool } from '../pool.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { runTogether } from '../statements.ts'
import type { OtpInput } from './mail-inputs.ts'
import { sendQuietly } from './send.ts'
import { writeTokenMail } from './token-mails.ts'
import type { MailRequest } from './token-mails.ts'

/**
 * Emails a link and a code to sign in with. An unknown address gets an account, whose address the link
 * confirms. The response is the same for known and unknown addresses and does not wait for the SMTP server.
 * An unknown address gets no email if sign-up is disabled or the client sends `create_user: false`. (The
 * official service responds with 422 then, which reveals who has an account.)
 * @throws {AppError} 400 email_address_invalid; 422 otp_disabled if codes by email are off; 429
 */
export async function mailOtp(
  auth: Auth,
  pool: Pool,
  input: OtpInput,
  mailRequest: MailRequest,
): Promise<void> {
  const { limits, database } = auth.kernel
  const settings = await settingsOf(auth, pool)
  if (!settings.email_otp) throw authErrors.otp_disabled()
  const email = requireEmailAddress(input.email ?? '')
  const create = input.create_user !== false
  await takeMail(limits, pool, email)
  const mail = await runTogether(database, 'otp', async (run) => {
    const newcomer = { email, passwordHash: null, confirmed: false, userMetadata: input.data ?? {} }
    const created = create && !settings.disable_signup ? await insertUser(run, pool, newcomer) : undefined
    const [user] = created ? [created] : await run(userByEmail(pool, email))
    if (!user) return undefined
    if (!created && create) await run(replaceUnprovenMetadata(pool, user.id, newcomer.userMetadata))
    await run(noteRecoverySent(pool, user.id))
    return writeTokenMail(auth, run, pool, { type: 'magiclink', user, to: email }, mailRequest)
  })
  sendQuietly(auth, mail)
}
