import * as z from 'zod/mini'
import { respondWithSignIn, originOf } from '../responses.ts'
import { readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import { withRetries } from '../providers/sign-in-by-profile.ts'
import type { Call } from '../route-table.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import { runTogether } from '../statements.ts'
import { auth0Account } from './account.ts'
import { applicationOf } from './application.ts'
import { checkAuth0Token } from './id-token.ts'
import { LOGIN_SECONDS, startLogin, consumeLogin } from './logins.ts'

const input = z.object({ id_token: z.string().check(z.maxLength(20_000)) })

/** POST /auth0/logins: returns what one of our pages needs to send a user to the tenant's Auth0. */
export async function startAuth0Login({ auth, c, pool }: Call): Promise<Response> {
  const { address, clientId } = applicationOf(auth.kernel.config, pool)
  const nonce = await startLogin(auth, pool)
  return c.json({ domain: address, client_id: clientId, nonce, expires_in: LOGIN_SECONDS })
}

/**
 * grant_type=auth0: exchanges the ID token that Auth0 gave to our page for a session of the tenant's own
 * pool. Everything is verified before a row is written. Nonce, account and session are one transaction.
 */
export async function auth0Grant(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  const application = applicationOf(auth.kernel.config, pool)
  const { id_token } = await readBody(c, input)
  const claims = await checkAuth0Token(auth, application, id_token)
  const session = await withRetries(() =>
    runTogether(auth.kernel.database, 'sign in by Auth0', async (run) => {
      await consumeLogin(run, pool, claims.nonce)
      const userId = await auth0Account(run, pool, application, claims)
      const amr = [proofBy('oauth')]
      const [started] = await run(startSession(pool, userId, { aal: 'aal1', amr, ...originOf(c) }))
      if (!started) throw authErrors.user_banned()
      return started
    }),
  )
  return respondWithSignIn(call, session)
}
