import type { Mail } from '#kernel/mail/mailer.ts'
import { returnTo } from '../answers.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import type { Call } from '../route-table.ts'
import { readChallenge } from '../sign-in/flow-states.ts'
import type { Challenge } from '../sign-in/flow-states.ts'
import type { Run } from '../statements.ts'
import { tokenMail } from './letters.ts'
import { localeOf } from './locale.ts'
import { issueMailToken } from './mail-tokens.ts'
import type { MailTokenType } from './mail-tokens.ts'

/** What a request says about the mail it asks for. */
export interface MailAsked {
  /** An address that returnAddress allowed. */
  returnTo: string
  /** Of a client that keeps a verifier. */
  challenge?: Challenge | undefined
  /** Header Accept-Language. */
  acceptLanguage?: string | undefined
}

/**
 * Reads `redirect_to`, `code_challenge`, `code_challenge_method` and Accept-Language of a request.
 * @throws {AppError} 400 validation_failed for half a challenge or a malformed one
 */
export const mailAsked = (
  call: Call,
  input: { code_challenge?: string | null; code_challenge_method?: string | null } = {},
): MailAsked => ({
  returnTo: returnTo(call),
  challenge: readChallenge(input),
  acceptLanguage: call.c.req.header('accept-language'),
})

/** A mail with a token, to be made for a user. */
export interface TokenMailOrder {
  type: MailTokenType
  user: { id: string; raw_user_meta_data: Record<string, unknown> }
  /** The mailbox. */
  to: string
  /** For the two letters about a change of address. */
  newEmail?: string
}

/**
 * Issues a token and writes its letter; runs in the caller's transaction. The caller takes the limit before
 * (`takeMail`) and sends the mail after the commit (`sendQuietly`, or `kernel.mail.send` where a failure is told).
 */
export async function writeTokenMail(
  auth: Auth,
  run: Run,
  pool: Pool,
  { type, user, to, newEmail }: TokenMailOrder,
  asked: MailAsked,
): Promise<Mail> {
  const { returnTo: redirectTo, challenge, acceptLanguage } = asked
  const token = await issueMailToken(auth, run, pool, {
    type,
    userId: user.id,
    sentTo: to,
    redirectTo,
    challenge,
  })
  const locale = localeOf(user.raw_user_meta_data, acceptLanguage)
  return tokenMail(auth, pool, {
    to,
    locale,
    type,
    token,
    returnTo: redirectTo,
    ...(newEmail ? { newEmail } : {}),
  })
}
