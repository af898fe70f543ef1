import type { Mail } from '#kernel/mail/mailer.ts'
import { readReturnAddress } from '../responses.ts'
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

/** The parameters of a request that asks for an email. */
export interface MailRequest {
  /** An address that returnAddress allowed. */
  returnTo: string
  /** Set by a client that stores a verifier. */
  challenge?: Challenge | undefined
  /** The Accept-Language header. */
  acceptLanguage?: string | undefined
}

/**
 * Reads `redirect_to`, `code_challenge`, `code_challenge_method` and Accept-Language of a request.
 * @throws {AppError} 400 validation_failed for an incomplete or malformed challenge
 */
export const readMailRequest = (
  call: Call,
  input: { code_challenge?: string | null; code_challenge_method?: string | null } = {},
): MailRequest => ({
  returnTo: readReturnAddress(call),
  challenge: readChallenge(input),
  acceptLanguage: call.c.req.header('accept-language'),
})

/** An email with a token that is to be written for a user. */
export interface TokenMailOrder {
  type: MailTokenType
  user: { id: string; raw_user_meta_data: Record<string, unknown> }
  /** The mailbox. */
  to: string
  /** For the two emails about a change of address. */
  newEmail?: string
}

/**
 * Issues a token and renders its email in the caller's transaction. The caller checks the rate limit first
 * (`takeMail`) and sends the email after the commit (`sendQuietly`, or `kernel.mail.send` if a failure must
 * be reported).
 */
export async function writeTokenMail(
  auth: Auth,
  run: Run,
  pool: Pool,
  { type, user, to, newEmail }: TokenMailOrder,
  mailRequest: MailRequest,
): Promise<Mail> {
  const { returnTo: redirectTo, challenge, acceptLanguage } = mailRequest
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
