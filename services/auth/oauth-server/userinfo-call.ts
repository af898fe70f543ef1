import { userById } from '../accounts/users.ts'
import { authErrors } from '../errors.ts'
import type { SessionCall } from '../route-table.ts'
import { runAlone } from '../statements.ts'
import { consentTo } from './consents.ts'
import { claimsOf } from './user-claims.ts'

/**
 * GET /oauth/userinfo (OpenID Connect Core 5.3): the current claims of the member that the application may
 * read.
 */
export async function userinfo({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  const clientId = typeof claims.client_id === 'string' ? claims.client_id : undefined
  if (!clientId)
    throw authErrors.validation_failed({ text: 'This endpoint requires the token of an application' })
  const { database } = auth.kernel
  const [consent] = await runAlone(database, consentTo(pool, claims.sub, clientId))
  const [user] = await runAlone(database, userById(pool, claims.sub), 'user_by_id')
  if (!user || !consent) throw authErrors.session_not_found()
  c.header('cache-control', 'no-store')
  return c.json(claimsOf(user, consent.scopes))
}
