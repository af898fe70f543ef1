import type { Claims } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { ChannelName, StoredMessage } from '../ports.ts'

const MAX_LIMIT = 25
const TIMEOUT_MS = 3000

interface Row {
  id: string
  event: string | null
  payload: string | null
  binary_payload: Buffer | null
}

/**
 * Stored broadcasts of a private channel that the claims may read, oldest first.
 * @param wanted `since` in milliseconds since 1970; `limit` is clamped between 1 and 25, as in the hosted
 * service
 */
export async function replay(
  database: Database,
  { pool, topic, since, limit }: ChannelName & { since: number; limit: number },
  claims: Claims,
): Promise<StoredMessage[]> {
  // Clamp to moments that both a timestamp and a double can represent; no messages exist before 1970 or after
  // 9999.
  const from = Math.min(Math.max(Number.isFinite(since) ? since : 0, 0), 253_402_300_799_000)
  const clampedLimit = Math.min(
    Math.max(Number.isFinite(limit) ? Math.trunc(limit) : MAX_LIMIT, 1),
    MAX_LIMIT,
  )
  const rows = await database.transaction(
    claims,
    { timeoutMs: TIMEOUT_MS, readOnly: true },
    async (query) => {
      await query(`select set_config('realtime.topic', $1, true)`, [topic])
      const found = await query(
        `select id, event, payload::text, binary_payload from realtime.messages
       where pool_id = $1 and topic = $2 and private and extension = 'broadcast' and expires_at > now()
         and inserted_at >= to_timestamp($3::double precision / 1000)
       order by inserted_at desc, seq desc limit $4`,
        [pool, topic, from, clampedLimit],
      )
      return found.rows as Row[]
    },
  )
  return rows.toReversed().map((row) => ({
    id: row.id,
    event: row.event ?? '',
    payload: row.binary_payload ?? row.payload ?? 'null',
  }))
}
