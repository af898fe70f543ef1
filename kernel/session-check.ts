import type { Database } from './db/database.ts'
import type { Claims } from './db/claims.ts'
import { createShortLivedCache } from './short-lived-cache.ts'

/** State of a session. One that awaits the second factor allows only the calls that verify it. */
export type Standing = 'alive' | 'awaits factor' | 'ended'

/** Checks the session of a token: tokens last an hour, but access ends within 5 seconds of a sign-out. */
export interface SessionCheck {
  /** Called by the service that owns sessions. */
  useLookup(standing: (claims: Claims) => Promise<Standing>): void
  standing(claims: Claims): Promise<Standing>
  /** Call it after ending sessions: this process forgets them immediately, others when the notification arrives. */
  forget(sessionIds: string[]): void
}

const REMEMBERED = 20_000

/** A cached state and the session's owner: a token of another user that names the session is not served from the cache. */
interface Answer {
  standing: Standing
  /** When the checked token was issued (claim iat): a newer token of the session is checked immediately. */
  issued: number
  sub: string | undefined
  pool: string
}

/** Results are cached for at most 5 seconds and invalidated by NOTIFY session_ended (payload: session id). */
export function createSessionCheck(database: Pick<Database, 'listen'>): SessionCheck {
  const known = createShortLivedCache<Answer>(database.listen, 'session_ended', REMEMBERED)
  let lookup: (claims: Claims) => Promise<Standing> = async () => 'ended'
  return {
    useLookup(standing) {
      lookup = standing
    },
    forget: (ids) => ids.forEach((id) => known.forget(id)),
    async standing(claims) {
      const { session_id: id, sub, pool } = claims
      if (!id) return 'ended'
      const issued = Number(claims.iat) || 0
      const look = async () => ({ standing: await lookup(claims), issued, sub, pool })
      let answer = await known.get(id, look)
      // The token that awaits the factor and the one that proved it may be issued in the same second.
      const raised = answer.standing === 'awaits factor' && claims.aal === 'aal2'
      if ((answer.issued < issued || raised) && answer.sub === sub && answer.pool === pool) {
        known.forget(id)
        answer = await known.get(id, look)
      }
      return answer.sub === sub && answer.pool === pool ? answer.standing : lookup(claims)
    },
  }
}
