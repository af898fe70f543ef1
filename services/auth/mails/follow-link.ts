import { AppError } from '#kernel/errors.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { originOf } from '../responses.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { codeReturnAddress, tokenReturnAddress } from '../redirects.ts'
import { withRefusal, withSession, withRedirectParameters } from '../redirect-parameters.ts'
import { sessionBody } from '../sessions/session-body.ts'
import { CONFIRM_OTHER_MAILBOX, withCode } from './mail-responses.ts'
import { PKCE_PREFIX } from './mail-tokens.ts'
import { verify } from './verify.ts'
import type { Verified } from './verify.ts'

/**
 * GET /verify: redeems the link's token and redirects the browser, as the official service does: with a code
 * for a client that stores the verifier, else with the session behind `#`. A refusal is sent in the query and
 * the fragment. Our own emails do not link here; the operator's links (generate_link) do.
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
  const { type = '', token, token_hash, redirect_to: requested } = c.req.query()
  const link = token_hash || token
  c.header('cache-control', 'no-store')
  try {
    if (!link || !type) throw authErrors.validation_failed({ text: 'Verify requires a token and a type' })
    const verified = await verify(auth, pool, { type, token_hash: link }, originOf(c))
    return c.redirect(await targetOf(auth, pool, verified, type, requested, link), 303)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Anyone can cause a refusal, so it must not redirect visitors to any page of a preview host.
    const page = tokenReturnAddress(auth.kernel.config.publicUrl, pool, requested)
    return c.redirect(withRefusal(page, error), 303)
  }
}

async function targetOf(
  auth: Auth,
  pool: Pool,
  verified: Verified,
  type: string,
  requested: string | undefined,
  link: string,
): Promise<string> {
  const { publicUrl } = auth.kernel.config
  const requestedAddress = requested ?? verified.redirectTo
  const page = codeReturnAddress(publicUrl, pool, requestedAddress)
  if (verified.outcome === 'half')
    return withRedirectParameters(page, { message: CONFIRM_OTHER_MAILBOX }, link.startsWith(PKCE_PREFIX))
  // The code is useless without the verifier of the client that requested the email. Only a site that the
  // tenant lists vouches that this client was the page's own visitor.
  if (verified.outcome === 'code') return withCode(page, verified.code)
  // Tokens need no verifier, so the owner of the page gets the session. They only go to our own pages and to
  // sites that the tenant lists in exactly this spelling. Preview hosts of test mode do not qualify, because
  // anyone can publish a page there.
  const target = tokenReturnAddress(publicUrl, pool, requestedAddress)
  return withSession(target, await sessionBody(auth, pool, verified.session), { type })
}
