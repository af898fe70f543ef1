import { sqlState } from '#kernel/db/database-error.ts'
import type { Origin } from '../responses.ts'
import type { Auth } from '../auth.ts'
import { normalizeEmail } from '../accounts/email-address.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import type { AuthMethod, SessionRow } from '../sessions/sessions.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { storeFlowState } from '../sign-in/flow-states.ts'
import { runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { confirmAddress } from './confirm-address.ts'
import { agreeToEmailChange } from './email-change.ts'
import type { Agreed } from './email-change.ts'
import { noticeMail } from './letters.ts'
import { wireType } from './links.ts'
import { localeOf } from './locale.ts'
import type { VerifyInput } from './mail-inputs.ts'
import { useCode, useLink } from './mail-tokens.ts'
import type { MailTokenType, UsedToken } from './mail-tokens.ts'
import { sendQuietly } from './send.ts'

/**
 * The token types that a type of the request accepts. An email of POST /otp carries `magiclink` for old and
 * new users alike; clients that verify a new user's code as `signup` mean the same email.
 */
const TOKEN_TYPES: Record<string, MailTokenType[]> = {
  signup: ['signup', 'magiclink'],
  email: ['signup', 'magiclink'],
  magiclink: ['magiclink', 'signup'],
  invite: ['invite'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
}

/**
 * Entry of `amr` for a client that redeems a code with its verifier, by type on the wire (as supabase/auth).
 */
const METHOD_OF: Record<string, AuthMethod> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
}

/** The result of redeeming an email's token. `redirectTo` is the return address requested with the email. */
export type Verified = { redirectTo: string | null } & (
  | { outcome: 'session'; session: SessionRow; passwordNeeded: boolean }
  /** For the client that sent a challenge: the code of its redirect, useless without the verifier. */
  | { outcome: 'code'; code: string }
  /** The other mailbox must confirm the change of address too. */
  | { outcome: 'half' }
)

/**
 * Redeems the secret of an email: the link's token alone, or the typed code with the mailbox. It proves the
 * address, or advances a change of address, and signs in. The link of an email that was requested with a
 * challenge never gives a session, however it is used (RFC 7636 4.5: the verifier cannot be bypassed). A
 * typed code does, because the user typed it into the client that requested it.
 * @throws {AppError} 403 otp_expired for every bad, old, used or unknown token; 422 email_exists if the new
 *   address was taken meanwhile; 400 validation_failed, user_banned
 */
export async function verify(auth: Auth, pool: Pool, input: VerifyInput, origin: Origin): Promise<Verified> {
  const use = tokenUse(auth, pool, input)
  const { secure_email_change: both, email: passwords } = await settingsOf(auth, pool)
  // Nothing is thrown inside, because a wrong code must be counted although the request fails.
  const done = await runTogether(auth.kernel.database, 'verify', async (run) => {
    const used = await use(run)
    return used && redeem(auth, run, pool, used, { both, passwords, origin, typed: !input.token_hash })
  }).catch((error: unknown) => {
    throw sqlState(error) === '23505' ? authErrors.email_exists({ cause: error }) : error
  })
  if (!done) throw authErrors.otp_expired()
  notifyOldMailbox(auth, pool, done.agreed)
  if (done.outcome === 'gone') throw authErrors.user_banned()
  return done
}

type Redeemed = { agreed?: Agreed | undefined } & (Verified | { outcome: 'gone' })

async function redeem(
  auth: Auth,
  run: Run,
  pool: Pool,
  used: UsedToken,
  { both, passwords, origin, typed }: { both: boolean; passwords: boolean; origin: Origin; typed: boolean },
): Promise<Redeemed> {
  const { user_id: userId, type, redirect_to: redirectTo, code_challenge: challenge } = used
  const side = type === 'email_change_current' ? 'current' : type === 'email_change_new' ? 'new' : undefined
  const agreed = side && (await agreeToEmailChange(run, pool, userId, side, both))
  if (agreed?.done === false) return { outcome: 'half', redirectTo }
  const passwordNeeded = agreed ? false : await confirmAddress(run, pool, userId, type)
  if (challenge && !typed) {
    const method = used.code_challenge_method as 's256' | 'plain'
    const flow = { userId, method: METHOD_OF[wireType(type)]! }
    const code = await storeFlowState(auth, run, pool, { challenge, method }, flow)
    return { outcome: 'code', code, redirectTo, agreed }
  }
  // `recovery` has its own method, because it allows a new password. `email_change` has its own too, because
  // it must not allow one: an intruder at an open session may have started it. All others are `otp`, as
  // upstream.
  const amr = [proofBy(side ? 'email_change' : type === 'recovery' ? 'recovery' : 'otp')]
  const [session] = await run(startSession(pool, userId, { aal: 'aal1', amr, ...origin }))
  return session
    ? { outcome: 'session', session, passwordNeeded: passwordNeeded && passwords, redirectTo, agreed }
    : { outcome: 'gone', agreed }
}

/** Notifies the previous mailbox, which the owner can still read if someone else has changed the address. */
function notifyOldMailbox(auth: Auth, pool: Pool, agreed: Agreed | undefined): void {
  if (!agreed?.done || !agreed.left) return
  const about = { to: agreed.left, locale: localeOf(agreed.userMetadata) }
  sendQuietly(auth, noticeMail(auth, pool, about, { kind: 'email_changed', newEmail: agreed.newEmail }))
}

function tokenUse(
  auth: Auth,
  pool: Pool,
  { type, token_hash: link, token: code, email, phone }: VerifyInput,
): (run: Run) => Promise<UsedToken | undefined> {
  const tokenTypes = Object.hasOwn(TOKEN_TYPES, type) ? TOKEN_TYPES[type] : undefined
  if (!tokenTypes) throw authErrors.validation_failed({ text: 'Invalid verification type' })
  if (link) {
    if (email || code || phone)
      throw authErrors.validation_failed({ text: 'Only the token_hash and type should be provided' })
    return (run) => useLink(run, pool, tokenTypes, link)
  }
  if (!code || !email)
    throw authErrors.validation_failed({
      text: 'Verify requires a token_hash, or a token and an email address',
    })
  const address = normalizeEmail(email)
  return (run) => useCode(auth, run, pool, tokenTypes, address, code.trim())
}
