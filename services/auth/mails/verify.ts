import type { Origin } from '../answers.ts'
import type { Auth } from '../auth.ts'
import type { VerifyInput } from '../contract.ts'
import { spelledEmail } from '../email.ts'
import { authErrors } from '../errors.ts'
import { useCode, useLink } from './mail-tokens.ts'
import type { MailTokenType, UsedToken } from './mail-tokens.ts'
import type { Pool } from '../pool.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { confirmEmail } from '../accounts/users.ts'

/** Which mails a type of the request opens. Types without mails here are known, and every token of them is expired. */
const MAILS_OF: Record<string, MailTokenType[]> = {
  signup: ['signup'],
  email: ['signup'],
  invite: [],
  magiclink: [],
  recovery: [],
  email_change: [],
}

export interface Verified {
  session: SessionRow
  /** Where the person wanted to go when the mail was sent. */
  redirectTo: string | null
}

/**
 * Redeems what a mail carried: the link's token alone, or the typed code with the address. Confirms the address and
 * signs in.
 * @throws {AppError} 403 otp_expired for every bad, old, used or unknown token; 400 validation_failed, user_banned
 */
export async function verify(auth: Auth, pool: Pool, input: VerifyInput, origin: Origin): Promise<Verified> {
  const use = tokenUse(auth, pool, input)
  // Nothing is thrown inside: a wrong code is counted although the request fails.
  const verified = await runTogether(auth.kernel.database, 'verify', async (run) => {
    const used = await use(run)
    if (!used) return undefined
    await confirmEmail(run, pool, used.user_id)
    const start = startSession(pool, used.user_id, { aal: 'aal1', amr: [proofBy('otp')], ...origin })
    return { session: (await run(start))[0], redirectTo: used.redirect_to }
  })
  if (!verified) throw authErrors.otp_expired()
  const { session, redirectTo } = verified
  if (!session) throw authErrors.user_banned()
  return { session, redirectTo }
}

function tokenUse(auth: Auth, pool: Pool, input: VerifyInput): (run: Run) => Promise<UsedToken | undefined> {
  const { type, token_hash: link, token: code, email, phone } = input
  const mails = Object.hasOwn(MAILS_OF, type) ? MAILS_OF[type] : undefined
  if (phone) throw authErrors.phone_provider_disabled()
  if (!mails) throw authErrors.validation_failed({ text: 'Invalid verification type' })
  if (link) {
    if (email || code)
      throw authErrors.validation_failed({ text: 'Only the token_hash and type should be provided' })
    return (run) => (mails.length ? useLink(run, pool, mails, link) : nothing())
  }
  if (!code || !email)
    throw authErrors.validation_failed({
      text: 'Verify requires a token_hash, or a token and an email address',
    })
  const address = spelledEmail(email)
  return (run) => (mails.length ? useCode(auth, run, pool, mails, address, code.trim()) : nothing())
}

const nothing = () => Promise.resolve(undefined)
