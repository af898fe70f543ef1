import { sql } from 'kysely'
import { newToken, tokenHash } from '#kernel/one-time-token.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { randomCode, sameBytes } from '../secrets.ts'
import { build, fromNow, now } from '../statements.ts'
import type { Run } from '../statements.ts'

/** What a text message can be for: signing in and confirming a number, or taking a new one. */
export type TextCodeType = 'sms' | 'phone_change'

/** Life of a code, in seconds: text messages arrive at once, or not. */
const TEXT_CODE_SECONDS = 600

/** Wrong codes that one message survives. */
const MAX_CODE_ATTEMPTS = 10

/** Makes the code of a text message; an earlier one of the user and type dies. Stored hashed only. */
export async function issueTextCode(
  auth: Auth,
  run: Run,
  pool: Pool,
  { type, userId, phone }: { type: TextCodeType; userId: string; phone: string },
): Promise<string> {
  const code = randomCode()
  const secrets = {
    // A message has no link: this is the hash of a token that nobody gets.
    token_hash: tokenHash(newToken()),
    code_hash: auth.hashes.code.make(codeText(pool, userId, phone, code)),
    code_attempts: 0,
    sent_to: phone,
    redirect_to: null,
    code_challenge: null,
    code_challenge_method: null,
    created_at: now,
    expires_at: fromNow(TEXT_CODE_SECONDS),
  }
  await run(
    build
      .insertInto('auth.one_time_tokens')
      .values({ pool_id: pool.id, user_id: userId, type, ...secrets })
      .onConflict((conflict) => conflict.columns(['pool_id', 'user_id', 'type']).doUpdateSet(secrets)),
  )
  return code
}

/** The message is still about the user's number, or the one they are changing to. */
const sentToItsOwner = sql<boolean>`case t.type
  when 'phone_change' then t.sent_to = u.phone_change else t.sent_to = u.phone end`

/**
 * Uses a code. The attempt is counted first, under the row's lock, so that guesses in parallel do not get more tries
 * than guesses in a row; the caller commits the count when the code is wrong. Several users may be changing to one
 * number: each has a code of their own.
 * @returns whose it was
 */
export async function useTextCode(
  auth: Auth,
  run: Run,
  pool: Pool,
  type: TextCodeType,
  phone: string,
  code: string,
): Promise<string | undefined> {
  const candidates = await run(
    build
      .updateTable('auth.one_time_tokens as t')
      .from('auth.users as u')
      .set({ code_attempts: sql`t.code_attempts + 1` })
      .where('t.pool_id', '=', pool.id)
      .where('t.sent_to', '=', phone)
      .where('t.type', '=', type)
      .where('t.expires_at', '>', now)
      .where('t.code_attempts', '<', MAX_CODE_ATTEMPTS)
      .whereRef('u.pool_id', '=', 't.pool_id')
      .whereRef('u.id', '=', 't.user_id')
      .where(sentToItsOwner)
      .returning(['t.user_id', 't.code_hash']),
  )
  const right = candidates.find(({ user_id, code_hash }) =>
    auth.hashes.code.all(codeText(pool, user_id, phone, code)).some((hash) => sameBytes(hash, code_hash)),
  )
  if (!right) return undefined
  await dropTextCodes(run, pool, right.user_id, [type])
  return right.user_id
}

/** Ends what earlier text messages of the user open. To be called whenever the password or the number changed. */
export async function dropTextCodes(
  run: Run,
  pool: Pool,
  userId: string,
  types: TextCodeType[] = ['sms', 'phone_change'],
): Promise<void> {
  await run(
    build
      .deleteFrom('auth.one_time_tokens')
      .where('pool_id', '=', pool.id)
      .where('user_id', '=', userId)
      .where('type', 'in', types),
  )
}

/** A code belongs to one user and one number of one pool. */
const codeText = (pool: Pool, userId: string, phone: string, code: string) =>
  `${pool.id} ${userId} ${phone} ${code}`
