import { sql } from 'kysely'
import { newToken, tokenHash } from '#kernel/one-time-token.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { randomCode, sameBytes } from '../secrets.ts'
import { build, fromNow, now } from '../statements.ts'
import type { Run } from '../statements.ts'

/** What a mail can be for. */
export type MailTokenType = 'signup'

/** The two secrets of one mail; either may be used, once. */
export interface MailToken {
  /** 256 bits, for the link (`token_hash`). */
  link: string
  /** Six digits, for typing. */
  code: string
}

/** A used token: whose it was, and where the person wanted to go. */
export interface UsedToken {
  user_id: string
  redirect_to: string | null
}

/** Life of a mail's link and code, in seconds: one day. */
export const MAIL_TOKEN_SECONDS = 86_400

/** Wrong codes that one mail's code survives; its link lives on. */
const MAX_CODE_ATTEMPTS = 10

/** Makes the token of a mail; an earlier one of the same type dies. Stored hashed only. */
export async function issueMailToken(
  auth: Auth,
  run: Run,
  pool: Pool,
  user: { id: string; email: string },
  type: MailTokenType,
  redirectTo: string,
): Promise<MailToken> {
  const token = { link: newToken(), code: randomCode() }
  const secrets = {
    token_hash: tokenHash(token.link),
    code_hash: auth.hashes.code.make(codeText(pool, user.email, token.code)),
    code_attempts: 0,
    redirect_to: redirectTo,
    created_at: now,
    expires_at: fromNow(MAIL_TOKEN_SECONDS),
  }
  await run(
    build
      .insertInto('auth.one_time_tokens')
      .values({ pool_id: pool.id, user_id: user.id, type, ...secrets })
      .onConflict((conflict) => conflict.columns(['pool_id', 'user_id', 'type']).doUpdateSet(secrets)),
  )
  return token
}

/** Uses a link's token: one conditional delete, so that of many at once exactly one succeeds. */
export async function useLink(
  run: Run,
  pool: Pool,
  types: MailTokenType[],
  link: string,
): Promise<UsedToken | undefined> {
  const [used] = await run(
    build
      .deleteFrom('auth.one_time_tokens')
      .where('pool_id', '=', pool.id)
      .where('token_hash', '=', tokenHash(link))
      .where('type', 'in', types)
      .where('expires_at', '>', now)
      .returning(['user_id', 'redirect_to'])
      .$castTo<UsedToken>(),
  )
  return used
}

/**
 * Uses a typed code. The attempt is counted first, under the row's lock, so that guesses in parallel do not get more
 * tries than guesses in a row.
 */
export async function useCode(
  auth: Auth,
  run: Run,
  pool: Pool,
  types: MailTokenType[],
  email: string,
  code: string,
): Promise<UsedToken | undefined> {
  const candidates = await run(
    build
      .updateTable('auth.one_time_tokens as t')
      .from('auth.users as u')
      .set({ code_attempts: sql`t.code_attempts + 1` })
      .where('t.pool_id', '=', pool.id)
      .where('t.type', 'in', types)
      .where('t.expires_at', '>', now)
      .where('t.code_attempts', '<', MAX_CODE_ATTEMPTS)
      .whereRef('u.pool_id', '=', 't.pool_id')
      .whereRef('u.id', '=', 't.user_id')
      .where('u.email', '=', email)
      .returning(['t.user_id', 't.redirect_to', 't.type', 't.code_hash'])
      .$castTo<UsedToken & { type: MailTokenType; code_hash: Buffer }>(),
  )
  const hashes = auth.hashes.code.all(codeText(pool, email, code))
  const right = candidates.find(({ code_hash }) => hashes.some((hash) => sameBytes(hash, code_hash)))
  if (!right) return undefined
  await run(
    build
      .deleteFrom('auth.one_time_tokens')
      .where('pool_id', '=', pool.id)
      .where('user_id', '=', right.user_id)
      .where('type', '=', right.type),
  )
  return right
}

/** A code belongs to one mailbox of one pool. */
const codeText = (pool: Pool, email: string, code: string) => `${pool.id} ${email} ${code}`
