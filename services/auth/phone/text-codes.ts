import { sql } from 'kysely'
import { newToken, randomCode, tokenHash } from '#kernel/secrets/one-time-token.ts'
import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import type { Auth } from '../auth.ts'
import { countTry, dropTokens, storeToken } from '../one-time-tokens.ts'
import type { Pool } from '../pool.ts'
import { fromNow } from '../statements.ts'
import type { Run } from '../statements.ts'

/** The purposes of a text message: signing in and confirming a number, or changing to a new one. */
export type TextCodeType = 'sms' | 'phone_change'

/** Lifetime of a code, in seconds. Short, because text messages arrive immediately or not at all. */
const TEXT_CODE_SECONDS = 600

/**
 * Creates the code of a text message, stored only as a hash. The user's earlier code of the same type becomes
 * invalid.
 */
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
    // A text message has no link, so this is the hash of a token that no one receives.
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

/** Whether the message still belongs to the user's number or to the one they are changing to. */
const sentToItsOwner = sql<boolean>`case t.type
  when 'phone_change' then t.sent_to = u.phone_change else t.sent_to = u.phone end`

/**
 * Uses a code. The caller must commit the count of attempts even if the code is wrong. Several users may be
 * changing to the same number, each with their own code.
 * @returns the user of the code
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

/** Invalidates the user's earlier text messages. Call it whenever the password or the number has changed. */
export const dropTextCodes = (
  run: Run,
  pool: Pool,
  userId: string,
  types: TextCodeType[] = ['sms', 'phone_change'],
): Promise<void> => dropTokens(run, pool, userId, types)

/** The hashed text, which binds a code to one user and one number of one pool. */
const codeText = (pool: Pool, userId: string, phone: string, code: string) =>
  `${pool.id} ${userId} ${phone} ${code}`
