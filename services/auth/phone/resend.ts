import type { UserRow } from '../accounts/user-body.ts'
import { noteConfirmationSent, userByPhone } from '../accounts/users.ts'
import { takeText } from '../limits.ts'
import { requirePhoneNumber } from './phone-number.ts'
import type { Pool } from '../pool.ts'
import type { Call } from '../route-table.ts'
import { build, now, runAlone, runTogether } from '../statements.ts'
import { requirePhone } from './phone-availability.ts'
import { issueTextCode } from './text-codes.ts'
import type { TextCodeType } from './text-codes.ts'
import { codeMessage, sendTextQuietly } from './text-messages.ts'

/** Finds the user whose change it is: the number's owner, else the newest user changing to it. */
const userOfChange = (pool: Pool, phone: string) =>
  build
    .selectFrom('auth.users')
    .select(['id', 'phone', 'phone_change', 'raw_user_meta_data'])
    .where('pool_id', '=', pool.id)
    .where('phone_change', 'is not', null)
    .where((at) => at.or([at('phone', '=', phone), at('phone_change', '=', phone)]))
    .where('deleted_at', 'is', null)
    .orderBy((at) => at('phone', 'is not distinct from', phone), 'desc')
    .orderBy('phone_change_sent_at', 'desc')
    .limit(1)
    .$castTo<Pick<UserRow, 'id' | 'phone' | 'phone_change' | 'raw_user_meta_data'>>()

/**
 * Resends the code of a sign-up (`sms`) or of a change of number (`phone_change`). The response is the same
 * for unknown and confirmed numbers.
 * @param input for a change, `phone` is the account's current number or, if it has none, the new one
 * @throws {AppError} 400 phone_provider_disabled, validation_failed; 429 over_sms_send_rate_limit
 */
export async function resendText(
  { auth, c, pool }: Call,
  input: { type: string; phone: string },
): Promise<void> {
  const { limits, database } = auth.kernel
  await requirePhone(auth, pool)
  const phone = requirePhoneNumber(input.phone)
  await takeText(limits, pool, phone)
  const found =
    input.type === 'sms'
      ? await runAlone(database, userByPhone(pool, phone).where('u.phone_confirmed_at', 'is', null))
      : await runAlone(database, userOfChange(pool, phone))
  const user = found[0]
  const to = input.type === 'sms' ? phone : user?.phone_change
  if (!user || !to) return
  // The other number is limited too. The refusal is not reported, because it would reveal a pending change.
  if (to !== phone && (await takeText(limits, pool, to).catch(() => 'refused')) === 'refused') return
  const order = { type: input.type as TextCodeType, userId: user.id, phone: to }
  const code = await runTogether(database, 'resend text', async (run) => {
    await run(
      input.type === 'sms'
        ? noteConfirmationSent(pool, user.id, true)
        : build
            .updateTable('auth.users')
            .set({ phone_change_sent_at: now })
            .where('pool_id', '=', pool.id)
            .where('id', '=', user.id),
    )
    return issueTextCode(auth, run, pool, order)
  })
  const { raw_user_meta_data: userMetadata } = user
  const acceptLanguage = c.req.header('accept-language')
  sendTextQuietly(auth, codeMessage(pool, { phone: to, code, userMetadata, acceptLanguage }))
}
