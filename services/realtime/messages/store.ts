import type { Claims } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { isDatabaseAway, sqlState } from '#kernel/db/database-error.ts'
import type { Message } from '../ports.ts'
import { errors } from './errors.ts'

const TIMEOUT_MS = 3000
/** Seconds for which messages are stored at most. */
const MAX_TTL_SECONDS = 72 * 3600

/**
 * Stores a message for replay, under the claims. It does not deliver the message: that is up to the caller.
 * @param message `ttl` in seconds, at most 72 hours
 * @throws {AppError} may_not_send, not_storable
 */
export async function store(
  database: Database,
  { pool, topic, event, payload, ttl = MAX_TTL_SECONDS, ...message }: Message & { ttl?: number | undefined },
  claims: Claims,
): Promise<{ id: string }> {
  const seconds = Math.min(Math.max(Number.isFinite(ttl) ? ttl : MAX_TTL_SECONDS, 1), MAX_TTL_SECONDS)
  const isText = typeof payload === 'string'
  try {
    const rows = await database.transaction(claims, { timeoutMs: TIMEOUT_MS }, async (query) => {
      await query(`select set_config('realtime.topic', $1, true), set_config('realtime.quiet', 'on', true)`, [
        topic,
      ])
      const inserted = await query(
        `insert into realtime.messages as m (pool_id, topic, extension, event, payload, binary_payload, private, expires_at)
         values ($1, $2, 'broadcast', $3, $4, $5, $6, now() + make_interval(secs => $7)) returning m.id`,
        [
          pool,
          topic,
          event,
          isText ? payload : null,
          isText ? null : Buffer.from(payload),
          message.private,
          seconds,
        ],
      )
      return inserted.rows as { id: string }[]
    })
    return { id: rows[0]!.id }
  } catch (error) {
    const state = sqlState(error)
    if (state === '42501') throw errors.may_not_send({ cause: error })
    // Too long, not JSON, or characters that PostgreSQL cannot store.
    if (state && /^(22|23)/.test(state) && !isDatabaseAway(error)) throw errors.not_storable({ cause: error })
    throw error
  }
}
