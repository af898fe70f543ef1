import { auth0Grant } from './auth0/auth0-calls.ts'
import { authErrors } from './errors.ts'
import { takeByAddress } from './limits.ts'
import type { Call, Grant } from './route-table.ts'
import { usesCookie } from './sessions/session-cookie.ts'
import { sessionGrants } from './sessions/grants.ts'
import { idTokenGrant } from './sign-in/id-token-grant.ts'
import { passwordGrant } from './sign-in/password-grant.ts'
import { pkceGrant } from './sign-in/pkce-grant.ts'
import { web3Grant } from './web3/web3-grant.ts'

/** The handlers of POST /token by grant type. */
const grants: Record<string, Grant> = {
  password: passwordGrant,
  pkce: pkceGrant,
  id_token: idTokenGrant,
  web3: web3Grant,
  auth0: auth0Grant,
  ...sessionGrants,
}

/**
 * POST /token. Requests are counted by address here, because a limit of the route would cost another database
 * round trip.
 * @throws {AppError} 400 validation_failed for an unknown grant
 */
export async function token(call: Call): Promise<Response> {
  usesCookie(call.c, call.pool)
  const grant = call.c.req.query('grant_type') ?? ''
  // The password grant counts the address within the statement that reads the user
  // (sign-in/password-candidate.ts).
  if (grant !== 'password') await takeByAddress(call.auth.kernel.limits, 'token', call.c.get('clientIp'))
  if (Object.hasOwn(grants, grant)) return grants[grant]!(call)
  throw authErrors.validation_failed({ text: 'unsupported_grant_type' })
}
