import { respondWithSignIn, originOf } from '../responses.ts'
import { authErrors } from '../errors.ts'
import { takeByAddress } from '../limits.ts'
import type { Call } from '../route-table.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { runTogether } from '../statements.ts'
import { insertUser } from './users.ts'

/**
 * POST /signup with neither address nor number: creates an anonymous user and a session. The user may add an
 * address or number later (PUT /user) and then keeps the account's data.
 * @throws {AppError} 422 anonymous_provider_disabled, signup_disabled; 429 over_request_rate_limit
 */
export async function signUpAnonymously(
  call: Call,
  { data }: { data?: Record<string, unknown> | null | undefined },
): Promise<Response> {
  const { auth, c, pool } = call
  const settings = await settingsOf(auth, pool)
  if (settings.disable_signup) throw authErrors.signup_disabled()
  if (!settings.anonymous_users) throw authErrors.anonymous_provider_disabled()
  await takeByAddress(auth.kernel.limits, 'anonymous', c.get('clientIp'))
  const newcomer = { anonymous: true, passwordHash: null, confirmed: false, userMetadata: data ?? {} }
  const started = await runTogether(auth.kernel.database, 'anonymous', async (run) => {
    const { id } = (await insertUser(run, pool, newcomer))!
    const amr = [proofBy('anonymous')]
    return (await run(startSession(pool, id, { aal: 'aal1', amr, ...originOf(c) })))[0]!
  })
  return respondWithSignIn(call, started)
}
