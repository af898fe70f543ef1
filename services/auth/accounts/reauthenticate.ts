import { sql } from 'kysely'
import { authErrors } from '../errors.ts'
import { takeMail } from '../limits.ts'
import { issueMailToken } from '../mails/mail-tokens.ts'
import { sendQuietly } from '../mails/send.ts'
import { readMailRequest, writeTokenMail } from '../mails/token-mails.ts'
import { codeMessage, sendTextOrThrow } from '../phone/text-messages.ts'
import type { SessionCall } from '../route-table.ts'
import { build, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { nonceAddress } from './owner-proof.ts'
import { readOwner } from './owner.ts'

/**
 * GET /reauthenticate: sends the caller a nonce, for actions that need more than an open session. PUT /user
 * takes it as `nonce`. It goes to the mailbox, or to the phone if the account has no mailbox.
 * @throws {AppError} 400 validation_failed for guests; 422 email_not_confirmed, phone_not_confirmed,
 *   sms_send_failed; 429
 */
export async function reauthenticate(call: SessionCall): Promise<Response> {
  const { auth, c, pool } = call
  const { database, limits } = auth.kernel
  const owner = await readOwner(call)
  const address = nonceAddress(owner)
  if (!address)
    throw authErrors.validation_failed({
      text: 'Reauthentication requires the user to have an email or a phone number',
    })
  if (owner.email && !owner.email_confirmed_at) throw authErrors.reauthentication_address_unconfirmed()
  if (!owner.email && !owner.phone_confirmed_at) throw authErrors.reauthentication_phone_unconfirmed()
  await takeMail(limits, pool, address)
  const mailRequest = readMailRequest(call)
  const noteSent = (run: Run) =>
    run(
      build
        .updateTable('auth.users')
        .set({ reauthentication_sent_at: sql`now()` })
        .where('pool_id', '=', pool.id)
        .where('id', '=', owner.id),
    )
  if (owner.email) {
    const mail = await runTogether(database, 'reauthenticate', async (run) => {
      await noteSent(run)
      return writeTokenMail(
        auth,
        run,
        pool,
        { type: 'reauthentication', user: owner, to: address },
        mailRequest,
      )
    })
    sendQuietly(auth, mail)
    return c.json({})
  }
  const { code } = await runTogether(database, 'reauthenticate', async (run) => {
    await noteSent(run)
    return issueMailToken(auth, run, pool, { type: 'reauthentication', userId: owner.id, sentTo: address })
  })
  const { acceptLanguage } = mailRequest
  await sendTextOrThrow(
    auth,
    codeMessage(pool, { phone: address, code, userMetadata: owner.raw_user_meta_data, acceptLanguage }),
  )
  return c.json({})
}
