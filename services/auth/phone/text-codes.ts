import { sql } from 'kysely'
import { newToken, randomCode, tokenHash } from '#kernel/secrets/one-time-token.ts'
import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import type { Auth } from '../auth.ts'
import { countTry, dropTokens, storeToken } from '../one-time-tokens.ts'
import type { Pool } from '../pool.ts'
import { fromNow } from '../statements.ts'
import type { Run } from '../statements.ts'

/** What a text message can be for: signing in and confirming a number, or taking a new one. */
export type TextCodeType = 'sms' | 'phone_change'

/** Life of a code, in seconds: text messages arrive at once, or not. */
const TEXT_CODE_SECONDS = 600

/** Makes the code of a text message; an earlier one of the user and type dies. Stored hashed only. */
export async function issueTextCode(
  auth: Auth,
  run: Run,
  pool: Pool,
  { type, userId, phone }: { type: TextCodeType; userId: string; phone: string },
): Promise<string> {
  const code = randomCode()
  await storeToken(run, pool, {
    user_id: userId,
    type,
    // A message has no link: this is the hash of a token that nobody gets.
    token_hash: tokenHash(newToken()),
    code_hash: auth.hashes.code.make(codeText(pool, userId, phone, code)),
    sent_to: phone,
    redirect_to: null,
    code_challenge: null,
    code_challenge_method: null,
    expires_at: fromNow(TEXT_CODE_SECONDS),
  })
  return code
}

/** The message is still about the user's number, or the one they are changing to. */
const sentToItsOwner = sql<boolean>`case t.type
  when 'phone_change' then t.sent_to = u.phone_change else t.sent_to = u.phone end`

/**
 * Uses a code; the caller commits the count of tries when it is wrong. Several users may be changing to one number:
 * each has a code of their own.
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
    countTry(pool, [type], phone, sentToItsOwner).returning(['t.user_id', 't.code_hash']),
  )
  const right = candidates.find(({ user_id, code_hash }) =>
    auth.hashes.code.all(codeText(pool, user_id, phone, code)).some((hash) => sameBytes(hash, code_hash)),
  )
  if (!right) return undefined
  await dropTextCodes(run, pool, right.user_id, [type])
  return right.user_id
}

/** Ends what earlier text messages of the user open. To be called whenever the password or the number changed. */
export const dropTextCodes = (
  run: Run,
  pool: Pool,
  userId: string,
  types: TextCodeType[] = ['sms', 'phone_change'],
): Promise<void> => dropTokens(run, pool, userId, types)

/** A code belongs to one user and one number of one pool. */
const codeText = (pool: Pool, userId: string, phone: string, code: string) =>
  `${pool.id} ${userId} ${phone} ${code}`
