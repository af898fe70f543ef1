import { createHash } from 'node:crypto'
import type { Pool } from '../pool.ts'
import { build, fromNow, now } from '../statements.ts'
import type { Run } from '../statements.ts'
import { VALID_SECONDS } from './wallet-checks.ts'

/**
 * Notes that a signed message was used. Counted by the message, not by the signature: whoever holds a signature can
 * write a second valid one for the same words.
 * @returns false when it was used before
 */
export async function useOnce(run: Run, pool: Pool, message: string): Promise<boolean> {
  const noted = await run(
    build
      .insertInto('auth.web3_messages')
      .values({
        pool_id: pool.id,
        message_hash: createHash('sha256').update(message).digest(),
        // Long enough for every clock that still takes the message.
        expires_at: fromNow(VALID_SECONDS * 4),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('message_hash'),
  )
  return noted.length > 0
}

/** Forgets what no clock takes any more; rows that another request is just forgetting are left to it. */
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
