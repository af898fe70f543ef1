import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Standing } from '#kernel/session-check.ts'
import { canUseSession } from '../accounts/users.ts'
import type { Auth } from '../auth.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { build, runAlone } from '../statements.ts'
import { SITE } from './site-token.ts'
import { withinRules } from './session-limits.ts'
import type { SessionRules } from './session-limits.ts'

/**
 * Returns one row while the session of these claims exists, the pool's rules allow it, and its user may use
 * it.
 */
const livingSession = (claims: Claims, rules: SessionRules) =>
  build
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.users as u', (join) =>
      join.onRef('u.pool_id', '=', 's.pool_id').onRef('u.id', '=', 's.user_id'),
    )
    .select('s.taken_up')
    .select(sql<number>`floor(extract(epoch from s.refreshed_at))::integer`.as('refreshed'))
    .select(
      sql<boolean>`(s.aal = 'aal1' and s.oauth_client_id is null and exists (
      select from auth.mfa_factors f
      where f.pool_id = s.pool_id and f.user_id = s.user_id and f.status = 'verified'))`.as('awaits_factor'),
    )
    .where('s.pool_id', '=', claims.pool)
    .where('s.id', '=', claims.session_id ?? null)
    .where('s.user_id', '=', claims.sub ?? null)
    .where(canUseSession)
    .where(withinRules(rules))

/**
 * Whether a token's session is active, and whether it still has to prove the second factor that its user
 * enrolled. (An application's session need not: the user proved it when authorizing the application.) The
 * first use of an access token from the last refresh is stored: it shows that the response arrived and that
 * the previous refresh token is no longer needed (refresh.ts).
 */
export async function readSessionStanding(auth: Auth, claims: Claims): Promise<Standing> {
  const { database } = auth.kernel
  const rules = await settingsOf(auth, { id: claims.pool })
  const [session] = await runAlone(database, livingSession(claims, rules), 'living_session')
  if (!session) return 'ended'
  // Any access token of the session can create a site token, so a site token does not show that the response
  // of the last refresh arrived.
  const cameWithRefresh = claims.client_id !== SITE && Number(claims.iat) >= session.refreshed
  if (!session.taken_up && cameWithRefresh)
    await runAlone(
      database,
      build
        .updateTable('auth.sessions')
        .set({ taken_up: true })
        .where('pool_id', '=', claims.pool)
        .where('id', '=', claims.session_id!)
        .where('taken_up', '=', false)
        .where(sql<boolean>`floor(extract(epoch from refreshed_at)) <= ${Number(claims.iat)}`),
    )
  return session.awaits_factor ? 'awaits factor' : 'alive'
}
