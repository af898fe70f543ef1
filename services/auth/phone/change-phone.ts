import { randomUUID } from 'node:crypto'
import type { Owner } from '../accounts/owner.ts'
import { takeText } from '../limits.ts'
import { requirePhoneNumber } from './phone-number.ts'
import type { SessionCall } from '../route-table.ts'
import { build, now, runTogether } from '../statements.ts'
import { readChannel } from './channel.ts'
import { requirePhone } from './phone-availability.ts'
import { issueTextCode } from './text-codes.ts'
import { codeMessage, sendTextOrThrow } from './text-messages.ts'

/**
 * Starts a change to another number, which is pending until the code sent there is verified. Only the holder
 * of that code learns that another user has the number.
 * @returns the message's id
 * @throws {AppError} 400 phone_provider_disabled, validation_failed; 422 sms_send_failed; 429
 *   over_sms_send_rate_limit
 */
export async function startPhoneChange(
  { auth, c, pool }: SessionCall,
  owner: Owner,
  input: { phone: string; channel: string | null | undefined },
): Promise<string> {
  await requirePhone(auth, pool)
  readChannel(input.channel)
  const phone = requirePhoneNumber(input.phone)
  await takeText(auth.kernel.limits, pool, phone)
  const code = await runTogether(auth.kernel.database, 'phone change', async (run) => {
    await run(
      build
        .updateTable('auth.users')
        .set({ phone_change: phone, phone_change_sent_at: now })
        .where('pool_id', '=', pool.id)
        .where('id', '=', owner.id),
    )
    return issueTextCode(auth, run, pool, { type: 'phone_change', userId: owner.id, phone })
  })
  const acceptLanguage = c.req.header('accept-language')
  await sendTextOrThrow(
    auth,
    codeMessage(pool, { phone, code, userMetadata: owner.raw_user_meta_data, acceptLanguage }),
  )
  return randomUUID()
}
