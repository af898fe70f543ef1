import { shownName } from '#kernel/contract.ts'
import { authErrors } from '../errors.ts'
import { readOwner } from '../accounts/owner.ts'
import { userBody } from '../accounts/user-body.ts'
import type { UserRow } from '../accounts/user-body.ts'
import { atLeastAal2WhenMfa } from '../mfa/step-up.ts'
import type { Pool } from '../pool.ts'
import type { SessionCall } from '../route-table.ts'

/**
 * Lifetime of the token, in seconds. A server that only verifies the signature trusts it this long after the
 * session ended.
 */
export const SITE_TOKEN_SECONDS = 300

/**
 * `client_id` of tokens for the builder's own page. Like those of an OAuth application, they access data but
 * never the account.
 */
export const SITE = 'site'

/**
 * POST /site-token: proves the visitor's identity to the page around a block and to the builder's own server,
 * which verifies the token by the published keys. The token reads and writes data as the visitor, ends with
 * the session that created it, and gives access to neither the account nor another token (docs/decisions/008,
 * 033). A user who still has to prove a second factor gets none.
 * @throws {AppError} 422 not_offered to creators, 401 insufficient_aal, 403 session_not_found
 */
export async function siteToken(call: SessionCall): Promise<Response> {
  const { auth, c, pool, claims } = call
  if (!pool.tenant)
    throw authErrors.not_offered({ text: 'Site tokens are only available to end users of a tenant' })
  await atLeastAal2WhenMfa(call)
  const owner = await readOwner(call)
  const token = await auth.kernel.tokens.mintSession(
    {
      sub: owner.id,
      aud: pool.audience,
      role: pool.role,
      pool: pool.id,
      tenant: pool.tenant.id,
      email: owner.email ?? '',
      email_verified: owner.email_confirmed_at !== null,
      ...nameOf(owner),
      // The assurance level that data access requires is the session's own.
      aal: claims.aal ?? 'aal1',
      session_id: claims.session_id,
      is_anonymous: owner.is_anonymous,
      client_id: SITE,
      app_metadata: membershipOf(owner),
    },
    SITE_TOKEN_SECONDS,
  )
  c.header('cache-control', 'no-store')
  return c.json({ token, expires_at: Math.floor(Date.now() / 1000) + SITE_TOKEN_SECONDS })
}

/** Roles and active team, which the database writes; no other metadata of the server. */
function membershipOf({ raw_app_meta_data: { roles, team } }: UserRow): Record<string, unknown> {
  return { ...(roles ? { roles } : {}), ...(team ? { team } : {}) }
}

/** The user's chosen name, if any. It is sanitized because other people read it. */
function nameOf({ raw_user_meta_data: { name, nickname } }: UserRow): { name?: string } {
  const called = [name, nickname].map((one) => (typeof one === 'string' ? shownName(one) : '')).find(Boolean)
  return called ? { name: called } : {}
}

/**
 * GET /user with a site token: the same data as the token and `bb('user')`, in the form that the official
 * client reads. Numbers, other addresses, sign-in methods, factors and an application's metadata are left
 * out.
 */
export function siteUser(user: UserRow, pool: Pool) {
  const { id, aud, role, email, created_at, is_anonymous } = userBody(user, pool)
  const confirmed = user.email_confirmed_at?.toISOString()
  return {
    id,
    aud,
    role,
    email,
    ...(confirmed ? { email_confirmed_at: confirmed, confirmed_at: confirmed } : {}),
    app_metadata: membershipOf(user),
    user_metadata: nameOf(user),
    identities: [],
    created_at,
    is_anonymous,
  }
}
