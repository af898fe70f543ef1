import type { Database } from './db/database.ts'
import type { Claims } from './db/claims.ts'

/** Whether a token's session still lives: tokens last an hour, access ends within 5 seconds of a sign-out. */
export interface SessionCheck {
  /** Set by the service that owns sessions. */
  useLookup(isAlive: (claims: Claims) => Promise<boolean>): void
  isAlive(claims: Claims): Promise<boolean>
}

const LIFETIME_MS = 5000
const REMEMBERED = 20_000

/** Answers are remembered for at most 5 seconds and dropped at once by NOTIFY session_ended (payload: session id). */
export function createSessionCheck(database: Database): SessionCheck {
  const known = new Map<string, { alive: boolean; until: number }>()
  let lookup: (claims: Claims) => Promise<boolean> = async () => false
  let listening: Promise<unknown> | undefined
  return {
    useLookup(isAlive) {
      lookup = isAlive
    },
    async isAlive(claims) {
      const id = claims.session_id
      if (!id) return false
      listening ??= database
        .listen('session_ended', (ended) => known.delete(ended))
        .catch(() => (listening = undefined))
      const entry = known.get(id)
      if (entry && entry.until > Date.now()) return entry.alive
      const alive = await lookup(claims)
      if (known.size >= REMEMBERED) known.delete(known.keys().next().value!)
      known.set(id, { alive, until: Date.now() + LIFETIME_MS })
      return alive
    },
  }
}
