import { AppError } from '#kernel/errors.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { originOf } from '../answers.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { ownReturnAddress } from '../redirects.ts'
import { sessionBody } from '../sessions/session-body.ts'
import { verify } from './verify.ts'

/**
 * GET /verify: redeems the link's token and sends the browser on with the session behind `#`, as the official service
 * does; a refusal travels the same way, in query and fragment. Our mails do not lead here. The session only goes to
 * pages of ours: a tenant's site never sees its visitors' tokens.
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
  const { type = '', token, token_hash, redirect_to } = c.req.query()
  const { publicUrl } = auth.kernel.config
  c.header('cache-control', 'no-store')
  try {
    const link = token_hash || token
    if (!link || !type) throw authErrors.validation_failed({ text: 'Verify requires a token and a type' })
    const { session, redirectTo } = await verify(auth, pool, { type, token_hash: link }, originOf(c))
    const { access_token, expires_at, expires_in, refresh_token, token_type } = await sessionBody(
      auth,
      pool,
      session,
    )
    const found = { access_token, expires_at, expires_in, refresh_token, token_type, type }
    const target = new URL(ownReturnAddress(publicUrl, pool, redirect_to ?? redirectTo))
    target.hash = new URLSearchParams(
      Object.entries(found).map(([name, value]) => [name, String(value)]),
    ).toString()
    return c.redirect(target.href, 303)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const told = new URLSearchParams({
      error: error.status === 403 || error.status === 401 ? 'access_denied' : 'invalid_request',
      error_code: error.code,
      error_description: error.message,
    })
    const target = new URL(ownReturnAddress(publicUrl, pool, redirect_to))
    for (const [name, value] of told) target.searchParams.set(name, value)
    target.hash = told.toString()
    return c.redirect(target.href, 303)
  }
}
