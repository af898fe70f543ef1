import { insertUser, replaceUnprovenMetadata, userByPhone } from '../accounts/users.ts'
import { takeText } from '../limits.ts'
import { requirePhoneNumber } from './phone-number.ts'
import type { Call } from '../route-table.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { runTogether } from '../statements.ts'
import { readChannel } from './channel.ts'
import { requirePhone } from './phone-availability.ts'
import { noteContest } from './sign-up.ts'
import { issueTextCode } from './text-codes.ts'
import { codeMessage, sendTextQuietly } from './text-messages.ts'

export interface PhoneOtpInput {
  phone: string
  create_user?: boolean | null | undefined
  data?: Record<string, unknown> | null | undefined
  channel?: string | null | undefined
}

/**
 * Sends a code to sign in with. An unknown number gets an account, which the code confirms. The response is
 * the same for known and unknown numbers. An unknown number gets no message if sign-up is disabled or the
 * client sends `create_user: false`.
 * @throws {AppError} 400 phone_provider_disabled, validation_failed; 429 over_sms_send_rate_limit
 */
export async function textOtp({ auth, c, pool }: Call, input: PhoneOtpInput): Promise<void> {
  const { database, limits } = auth.kernel
  await requirePhone(auth, pool)
  readChannel(input.channel)
  const phone = requirePhoneNumber(input.phone)
  const create = input.create_user !== false
  await takeText(limits, pool, phone)
  const { disable_signup: closed } = await settingsOf(auth, pool)
  const message = await runTogether(database, 'otp by phone', async (run) => {
    const newcomer = { phone, passwordHash: null, confirmed: false, userMetadata: input.data ?? {} }
    const created = create && !closed ? await insertUser(run, pool, newcomer) : undefined
    const [user] = created ? [created] : await run(userByPhone(pool, phone))
    if (!user) return undefined
    // A password from an unconfirmed sign-up may belong to another person.
    if (!created) await run(noteContest(pool, user.id, null))
    if (!created && create) await run(replaceUnprovenMetadata(pool, user.id, newcomer.userMetadata))
    const code = await issueTextCode(auth, run, pool, { type: 'sms', userId: user.id, phone })
    const acceptLanguage = c.req.header('accept-language')
    return codeMessage(pool, { phone, code, userMetadata: user.raw_user_meta_data, acceptLanguage })
  })
  sendTextQuietly(auth, message)
}
