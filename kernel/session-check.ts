import type { Database } from './db/database.ts'
import type { Claims } from './db/claims.ts'
import { createShortMemory } from './short-memory.ts'

/** What became of a session; one that awaits its user's second factor opens nothing but the way to prove it. */
export type Standing = 'alive' | 'awaits factor' | 'ended'

/** How a token's session stands: tokens last an hour, access ends within 5 seconds of a sign-out. */
export interface SessionCheck {
  /** Set by the service that owns sessions. */
  useLookup(standing: (claims: Claims) => Promise<Standing>): void
  standing(claims: Claims): Promise<Standing>
  /** For whoever ended sessions: this process knows at once, the others as soon as the word reaches them. */
  forget(sessionIds: string[]): void
}

const REMEMBERED = 20_000

/** An answer, with whose session was asked for: another person's token that names it is not answered from memory. */
interface Answer {
  standing: Standing
  /** When the token that was asked for was issued (claim iat): a newer one of the session is looked at once. */
  issued: number
  sub: string | undefined
  pool: string
}

/** Answers are remembered for at most 5 seconds and dropped at once by NOTIFY session_ended (payload: session id). */
export function createSessionCheck(database: Pick<Database, 'listen'>): SessionCheck {
  const known = createShortMemory<Answer>(database.listen, 'session_ended', REMEMBERED)
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
      // Of one second may be the token that awaits the factor, and the one that proved it.
      const raised = answer.standing === 'awaits factor' && claims.aal === 'aal2'
      if ((answer.issued < issued || raised) && answer.sub === sub && answer.pool === pool) {
        known.forget(id)
        answer = await known.get(id, look)
      }
      return answer.sub === sub && answer.pool === pool ? answer.standing : lookup(claims)
    },
  }
}
