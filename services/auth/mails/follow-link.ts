import { AppError } from '#kernel/errors.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { originOf } from '../answers.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { returnAddress, tokenReturnAddress } from '../redirects.ts'
import { sessionBody } from '../sessions/session-body.ts'
import { ONE_MAILBOX_MORE, withCode } from './mail-answers.ts'
import { PKCE_PREFIX } from './mail-tokens.ts'
import { verify } from './verify.ts'
import type { Verified } from './verify.ts'

/**
 * GET /verify: redeems the link's token and sends the browser on, as the official service does: with a code for the
 * client that keeps the verifier, else with the session behind `#`; a refusal travels the same way, in query and
 * fragment. Our mails do not lead here, links of the operator (generate_link) do.
 */
export async function followLink({
  auth,
  c,
  pool,
}: {
  auth: Auth
  c: AppContext
  pool: Pool
}): Promise<Response> {
  const { type = '', token, token_hash, redirect_to: asked } = c.req.query()
  const link = token_hash || token
  c.header('cache-control', 'no-store')
  try {
    if (!link || !type) throw authErrors.validation_failed({ text: 'Verify requires a token and a type' })
    const verified = await verify(auth, pool, { type, token_hash: link }, originOf(c))
    return c.redirect(await targetOf(auth, pool, verified, type, asked, link), 303)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const told = {
      error: error.status === 403 || error.status === 401 ? 'access_denied' : 'invalid_request',
      error_code: error.code,
      error_description: error.message,
    }
    // Anybody can make a refusal: it must not lead their visitors to just any page of a preview host.
    const page = tokenReturnAddress(auth.kernel.config.publicUrl, pool, asked)
    return c.redirect(withWords(page, told, true), 303)
  }
}

async function targetOf(
  auth: Auth,
  pool: Pool,
  verified: Verified,
  type: string,
  asked: string | undefined,
  link: string,
): Promise<string> {
  const { publicUrl } = auth.kernel.config
  const wished = asked ?? verified.redirectTo
  const page = returnAddress(publicUrl, pool, wished)
  if (verified.outcome === 'half')
    return withWords(page, { message: ONE_MAILBOX_MORE }, link.startsWith(PKCE_PREFIX))
  // A listed site of the tenant may have the code, also one that test mode allows: it opens nothing without the
  // verifier, which only the client that asked for the mail has.
  if (verified.outcome === 'code') return withCode(page, verified.code)
  const { access_token, expires_at, expires_in, refresh_token, token_type } = await sessionBody(
    auth,
    pool,
    verified.session,
  )
  const found = { access_token, expires_at, expires_in, refresh_token, token_type, type }
  // Tokens need no verifier: whoever runs the page has the session. So they go to our own pages, and to a site that
  // the tenant names letter by letter; preview hosts of test mode, where anybody can have a page, are not enough.
  return withWords(tokenReturnAddress(publicUrl, pool, wished), found, false)
}

/** The address with these words in its fragment, and for clients that read it in its query too. */
function withWords(page: string, words: Record<string, string | number>, inQuery: boolean): string {
  const target = new URL(page)
  const told = Object.entries(words).map(([name, value]): [string, string] => [name, String(value)])
  if (inQuery) for (const [name, value] of told) target.searchParams.set(name, value)
  target.hash = new URLSearchParams(told).toString()
  return target.href
}
