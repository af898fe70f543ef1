import { createHash } from 'node:crypto'
import type { Pool } from '../pool.ts'
import { build, fromNow, now } from '../statements.ts'
import type { Run } from '../statements.ts'
import { VALID_SECONDS } from './wallet-checks.ts'

/**
 * Stores that a signed message was used. The key is the message and not the signature, because the holder of
 * one signature can compute a second valid one for the same text.
 * @returns false if it was used before
 */
export async function useOnce(run: Run, pool: Pool, message: string): Promise<boolean> {
  const noted = await run(
    build
      .insertInto('auth.web3_messages')
      .values({
        pool_id: pool.id,
        message_hash: createHash('sha256').update(message).digest(),
        // Long enough for every clock that still accepts the message.
        expires_at: fromNow(VALID_SECONDS * 4),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('message_hash'),
  )
  return noted.length > 0
}

/**
 * Deletes messages that no clock accepts any more. Rows that a concurrent request is deleting are skipped.
 */
export const forgetExpired = (pool: Pool) =>
  build
    .deleteFrom('auth.web3_messages')
    .where('pool_id', '=', pool.id)
    .where('message_hash', 'in', (old) =>
      old
        .selectFrom('auth.web3_messages')
        .select('message_hash')
        .where('pool_id', '=', pool.id)
        .where('expires_at', '<', now)
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
