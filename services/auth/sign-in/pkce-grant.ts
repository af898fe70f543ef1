import { respondWithSignIn, originOf } from '../responses.ts'
import { pkceInput, readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import type { Call } from '../route-table.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import { runAlone } from '../statements.ts'
import { takeFlowState } from './flow-states.ts'

/**
 * grant_type=pkce: exchanges the code of a redirect with the verifier that never left the client (RFC 7636).
 */
export async function pkceGrant(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  const { auth_code: code, code_verifier: verifier } = await readBody(c, pkceInput)
  if (!code || !verifier)
    throw authErrors.validation_failed({
      text: 'invalid request: both auth code and code verifier should be non-empty',
    })
  const flow = await takeFlowState(auth, pool, code, verifier)
  const session = { aal: 'aal1', amr: [proofBy(flow.method)], ...originOf(c) }
  const [started] = await runAlone(auth.kernel.database, startSession(pool, flow.userId, session))
  if (!started) throw authErrors.user_banned()
  return respondWithSignIn(call, started, flow.providerTokens)
}
