import { sqlState } from '#kernel/db/database-error.ts'
import { originOf } from '../responses.ts'
import { authErrors } from '../errors.ts'
import { requirePhoneNumber } from './phone-number.ts'
import type { Call } from '../route-table.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import type { Proof, SessionRow } from '../sessions/sessions.ts'
import { runTogether } from '../statements.ts'
import { confirmPhone, finishPhoneChange } from './confirm-phone.ts'
import { requirePhone } from './phone-availability.ts'
import { useTextCode } from './text-codes.ts'

const TYPES = ['sms', 'phone_change']

/**
 * Redeems the code of a text message: proves the number or stores the new one, and signs in.
 * @throws {AppError} 403 otp_expired for every bad, old, used or unknown code; 422 phone_exists if another
 *   user has the new number; 400 phone_provider_disabled, validation_failed, user_banned
 */
export async function redeemText(
  { auth, c, pool }: Call,
  { type, phone, token }: { type: string; phone: string; token?: string | null | undefined },
): Promise<{ session: SessionRow; passwordNeeded: boolean }> {
  await requirePhone(auth, pool)
  if (!TYPES.includes(type)) throw authErrors.validation_failed({ text: 'Invalid verification type' })
  if (!token) throw authErrors.validation_failed({ text: 'Verify requires a token and a phone number' })
  const number = requirePhoneNumber(phone)
  const changes = type === 'phone_change'
  // Nothing is thrown inside, because a wrong code must be counted although the request fails.
  const done = await runTogether(auth.kernel.database, 'verify text', async (run) => {
    const kind = changes ? 'phone_change' : 'sms'
    const userId = await useTextCode(auth, run, pool, kind, number, token.trim())
    if (!userId) return undefined
    const passwordNeeded = changes ? false : await confirmPhone(run, pool, userId)
    if (changes) await finishPhoneChange(run, pool, userId)
    // A change must not count as a recovery, because an intruder at an open session may have started it
    // (accounts/owner-proof.ts).
    const amr: Proof[] = [{ ...proofBy(changes ? 'phone_change' : 'otp'), channel: 'sms' }]
    const [session] = await run(startSession(pool, userId, { aal: 'aal1', amr, ...originOf(c) }))
    return { session, passwordNeeded }
  }).catch((error: unknown) => {
    throw sqlState(error) === '23505' ? authErrors.phone_exists({ cause: error }) : error
  })
  if (!done) throw authErrors.otp_expired()
  if (!done.session) throw authErrors.user_banned()
  return { session: done.session, passwordNeeded: done.passwordNeeded }
}
