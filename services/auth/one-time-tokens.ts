import { sql } from 'kysely'
import type { Insertable, RawBuilder } from 'kysely'
import type { DB } from '#kernel/db/tables.ts'
import type { Pool } from './pool.ts'
import { build, now } from './statements.ts'
import type { Run } from './statements.ts'

// The secrets that an email or a text message carries, as rows of auth.one_time_tokens. A user has at most
// one of each type.

type Columns = Insertable<DB['auth.one_time_tokens']>

interface NewToken extends Omit<Columns, 'pool_id' | 'code_attempts' | 'created_at' | 'expires_at'> {
  expires_at: RawBuilder<Date>
}

/** Wrong codes after which a message's code stops working. The link of an email stays valid. */
const MAX_CODE_ATTEMPTS = 10

/** Stores the secrets of a message. The user's earlier message of the same type becomes invalid. */
export async function storeToken(
  run: Run,
  pool: Pool,
  { user_id, type, ...secrets }: NewToken,
): Promise<void> {
  const newValues = { ...secrets, code_attempts: 0, created_at: now }
  await run(
    build
      .insertInto('auth.one_time_tokens')
      .values({ pool_id: pool.id, user_id, type, ...newValues })
      .onConflict((conflict) => conflict.columns(['pool_id', 'user_id', 'type']).doUpdateSet(newValues)),
  )
}

/**
 * Counts an attempt at a typed code before it is compared and under the row's lock, so that parallel guesses
 * get no more attempts than sequential ones. The caller must commit the count even if the code is wrong.
 * @param stillItsOwner whether the message `t` still belongs to the address or number of its user `u`
 * @returns the messages that the code may belong to
 */
export const countTry = (pool: Pool, types: string[], sentTo: string, stillItsOwner: RawBuilder<boolean>) =>
  build
    .updateTable('auth.one_time_tokens as t')
    .from('auth.users as u')
    .set({ code_attempts: sql`t.code_attempts + 1` })
    .where('t.pool_id', '=', pool.id)
    .where('t.sent_to', '=', sentTo)
    .where('t.type', 'in', types)
    .where('t.expires_at', '>', now)
    .where('t.code_attempts', '<', MAX_CODE_ATTEMPTS)
    .whereRef('u.pool_id', '=', 't.pool_id')
    .whereRef('u.id', '=', 't.user_id')
    .where(stillItsOwner)

/** Invalidates the tokens of these types. */
export async function dropTokens(run: Run, pool: Pool, userId: string, types: string[]): Promise<void> {
  await run(
    build
      .deleteFrom('auth.one_time_tokens')
      .where('pool_id', '=', pool.id)
      .where('user_id', '=', userId)
      .where('type', 'in', types),
  )
}
