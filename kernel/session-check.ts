import type { Database } from './db/database.ts'
import type { Claims } from './db/claims.ts'
import { createShortMemory } from './short-memory.ts'

/** Whether a token's session still lives: tokens last an hour, access ends within 5 seconds of a sign-out. */
export interface SessionCheck {
  /** Set by the service that owns sessions. */
  useLookup(isAlive: (claims: Claims) => Promise<boolean>): void
  isAlive(claims: Claims): Promise<boolean>
}

const REMEMBERED = 20_000

/** An answer, with whose session was asked for: another person's token that names it is not answered from memory. */
interface Answer {
  alive: boolean
  /** When the token that was asked for was issued (claim iat): a newer one of the session is looked at once. */
  issued: number
  sub: string | undefined
  pool: string
}

/** Answers are remembered for at most 5 seconds and dropped at once by NOTIFY session_ended (payload: session id). */
export function createSessionCheck(database: Pick<Database, 'listen'>): SessionCheck {
  const known = createShortMemory<Answer>(database.listen, 'session_ended', REMEMBERED)
  let lookup: (claims: Claims) => Promise<boolean> = async () => false
  return {
    useLookup(isAlive) {
      lookup = isAlive
    },
    async isAlive(claims) {
      const { session_id: id, sub, pool } = claims
      if (!id) return false
      const issued = Number(claims.iat) || 0
      const look = async () => ({ alive: await lookup(claims), issued, sub, pool })
      let answer = await known.get(id, look)
      if (answer.issued < issued && answer.sub === sub && answer.pool === pool) {
        known.forget(id)
        answer = await known.get(id, look)
      }
      return answer.sub === sub && answer.pool === pool ? answer.alive : lookup(claims)
    },
  }
}
