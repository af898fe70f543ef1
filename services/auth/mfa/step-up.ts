import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import type { SessionCall } from '../route-table.ts'
import { build, runAlone } from '../statements.ts'

/** The assurance level of a session, read from the session itself and not from a token issued earlier. */
export const assuranceOf = (pool: Pool, sessionId: string) =>
  build
    .selectFrom('auth.sessions as s')
    .select(['s.aal', 's.user_id'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('auth.mfa_factors as f')
            .select('f.id')
            .whereRef('f.pool_id', '=', 's.pool_id')
            .whereRef('f.user_id', '=', 's.user_id')
            .where('f.status', '=', 'verified'),
        )
        .as('has_factor'),
    )
    .where('s.pool_id', '=', pool.id)
    .where('s.id', '=', sessionId)

/** Whether the user of the call has a second factor that this session has not proven. */
export async function factorAwaited({
  auth,
  pool,
  claims,
}: Pick<SessionCall, 'auth' | 'pool' | 'claims'>): Promise<boolean> {
  const [session] = await runAlone(
    auth.kernel.database,
    assuranceOf(pool, claims.session_id),
    'assurance_of_session',
  )
  if (!session) throw authErrors.session_not_found()
  return Boolean(session.has_factor) && session.aal !== 'aal2'
}

/**
 * Guards changes that need more than the first proof (password, address, identities, passkeys, deleting the
 * account). It passes users without a second factor and sessions that have proven one.
 * @throws {AppError} 401 insufficient_aal (or `refuse`), 403 session_not_found
 */
export async function atLeastAal2WhenMfa(
  call: Pick<SessionCall, 'auth' | 'pool' | 'claims'>,
  refuse: () => Error = authErrors.insufficient_aal,
): Promise<void> {
  if (await factorAwaited(call)) throw refuse()
}
