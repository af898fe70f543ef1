import { sql } from 'kysely'
import { uuid } from '#kernel/contract.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import type { SessionCall } from '../route-table.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { build, runAlone } from '../statements.ts'
import { dropCookie, usesCookie } from './session-cookie.ts'
import { endsAt, withinRules } from './session-limits.ts'
import type { SessionRules } from './session-limits.ts'
import type { Proof } from './sessions.ts'

interface OwnSession {
  id: string
  created_at: Date
  refreshed_at: Date
  user_agent: string | null
  ip: string | null
  aal: string
  amr: Proof[]
}

/** Maximum number of listed sessions, newest first. */
const MAX_LISTED_SESSIONS = 100

const sessionsOf = (pool: Pool, userId: string, rules: SessionRules) =>
  build
    .selectFrom('auth.sessions as s')
    .select(['s.id', 's.created_at', 's.refreshed_at', 's.user_agent', 's.aal', 's.amr'])
    .select(sql<string | null>`host(s.ip)`.as('ip'))
    .where('s.pool_id', '=', pool.id)
    .where('s.user_id', '=', userId)
    // Sessions of applications are listed and revoked as grants.
    .where('s.oauth_client_id', 'is', null)
    .where(withinRules(rules))
    .orderBy('s.refreshed_at', 'desc')
    .limit(MAX_LISTED_SESSIONS)
    .$castTo<OwnSession>()

/**
 * GET /sessions: the user's sessions, most recently used first. `not_after` is when the session ends unless
 * it is refreshed before, or null. `current` marks the session of the request.
 */
export async function listSessions({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  const rules = await settingsOf(auth, pool)
  const rows = await runAlone(auth.kernel.database, sessionsOf(pool, claims.sub, rules))
  const sessions = rows.map((session) => ({
    ...session,
    current: session.id === claims.session_id,
    not_after: endsAt(rules, session),
  }))
  c.header('cache-control', 'no-store')
  return c.json({ sessions })
}

/**
 * DELETE /sessions/:id: signs out one of the user's own devices. Its refresh token becomes invalid
 * immediately, its access token within 5 seconds.
 * @throws {AppError} 404 not_found for a session of another user
 */
export async function deleteSession({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const ended = uuid.safeParse(id).success
    ? await runAlone(
        auth.kernel.database,
        build
          .deleteFrom('auth.sessions')
          .where('pool_id', '=', pool.id)
          .where('user_id', '=', claims.sub)
          .where('id', '=', id)
          .returning('id'),
      )
    : []
  if (!ended.length) throw authErrors.session_not_yours()
  auth.kernel.sessions.forget([id])
  if (id === claims.session_id && usesCookie(c, pool)) dropCookie(c, pool)
  return c.body(null, 204)
}
