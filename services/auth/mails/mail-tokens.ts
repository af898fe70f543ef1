import { sql } from 'kysely'
import { newToken, randomCode, tokenHash } from '#kernel/secrets/one-time-token.ts'
import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import type { Auth } from '../auth.ts'
import { countTry, dropTokens, storeToken } from '../one-time-tokens.ts'
import type { Pool } from '../pool.ts'
import type { Challenge } from '../sign-in/flow-states.ts'
import { build, fromNow, now } from '../statements.ts'
import type { Run } from '../statements.ts'

/**
 * The purposes of an email. `reauthentication` has only a code, because a link must not grant what it
 * unlocks.
 */
export type MailTokenType =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'

const HOUR = 3600
const DAY = 86_400

/**
 * Lifetime of an email's link and code, in seconds. Users who did not request the email themselves get a day.
 */
const MAIL_TOKEN_SECONDS: Record<MailTokenType, number> = {
  signup: DAY,
  invite: DAY,
  magiclink: HOUR,
  recovery: HOUR,
  email_change_current: HOUR,
  email_change_new: HOUR,
  reauthentication: HOUR,
}

/**
 * Prefix of a link's token if the client redeems it with a verifier (RFC 7636). Clients and pages recognize
 * such links by it.
 */
export const PKCE_PREFIX = 'pkce_'

export interface NewMailToken {
  type: MailTokenType
  userId: string
  /**
   * The mailbox (normalized) or, for `reauthentication`, possibly a phone number. A message to one mailbox
   * proves nothing about another, so the token becomes invalid when neither the user's address nor the
   * pending one is this one.
   */
  sentTo: string
  /** An address that returnAddress allowed. */
  redirectTo?: string | null
  /** Set by a PKCE client. The link then gives a code for the verifier, never a session. */
  challenge?: Challenge | undefined
}

/** The two secrets of one email. Only one of them can be used, once. */
export interface MailToken {
  /**
   * 256 bits, for the link: `token_hash` of POST /verify, `token` of GET /verify, `hashed_token` of
   * generate_link.
   */
  link: string
  /** Six digits to type: `token` of POST /verify with the mailbox, `email_otp` of generate_link. */
  code: string
}

/** A used token: its user, its type, and the requested return address. */
export interface UsedToken {
  user_id: string
  type: MailTokenType
  redirect_to: string | null
  code_challenge: string | null
  code_challenge_method: string | null
}

/**
 * Creates the token of an email, stored only as a hash. The user's earlier token of the same type becomes
 * invalid.
 */
export async function issueMailToken(
  auth: Auth,
  run: Run,
  pool: Pool,
  { type, userId, sentTo, redirectTo = null, challenge }: NewMailToken,
): Promise<MailToken> {
  const token = { link: `${challenge ? PKCE_PREFIX : ''}${newToken()}`, code: randomCode() }
  await storeToken(run, pool, {
    user_id: userId,
    type,
    token_hash: tokenHash(token.link),
    code_hash: auth.hashes.code.make(codeText(pool, sentTo, token.code)),
    sent_to: sentTo,
    redirect_to: redirectTo,
    code_challenge: challenge?.challenge ?? null,
    code_challenge_method: challenge?.method ?? null,
    expires_at: fromNow(MAIL_TOKEN_SECONDS[type]),
  })
  return token
}

/** Types that become invalid with the password or the address they were sent about. */
const STALE_AFTER_CHANGE: MailTokenType[] = [
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
  'reauthentication',
]

/** Invalidates the user's earlier emails. Call it whenever the password or the address has changed. */
export const dropMailTokens = (
  run: Run,
  pool: Pool,
  userId: string,
  types: MailTokenType[] = STALE_AFTER_CHANGE,
): Promise<void> => dropTokens(run, pool, userId, types)

/** Whether the token's mailbox still belongs to its user, whatever has changed since. */
const sentToItsOwner = sql<boolean>`case t.type
  when 'email_change_new' then t.sent_to = u.email_change
  when 'email_change_current' then t.sent_to = u.email and u.email_change is not null
  when 'reauthentication' then t.sent_to = u.email or t.sent_to = u.phone
  else t.sent_to = u.email end`

const usedColumns = [
  't.user_id',
  't.type',
  't.redirect_to',
  't.code_challenge',
  't.code_challenge_method',
] as const

/** Uses a link's token. One conditional delete, so that exactly one of several concurrent calls succeeds. */
export async function useLink(
  run: Run,
  pool: Pool,
  types: MailTokenType[],
  link: string,
): Promise<UsedToken | undefined> {
  const [used] = await run(
    build
      .deleteFrom('auth.one_time_tokens as t')
      .using('auth.users as u')
      .where('t.pool_id', '=', pool.id)
      .where('t.token_hash', '=', tokenHash(link))
      .where('t.type', 'in', types)
      .where('t.expires_at', '>', now)
      .whereRef('u.pool_id', '=', 't.pool_id')
      .whereRef('u.id', '=', 't.user_id')
      .where(sentToItsOwner)
      .returning(usedColumns)
      .$castTo<UsedToken>(),
  )
  return used
}

/**
 * Uses a typed code. The caller must commit the count of attempts even if the code is wrong.
 * @param userId accept only this user's code, if the caller is known
 */
export async function useCode(
  auth: Auth,
  run: Run,
  pool: Pool,
  types: MailTokenType[],
  sentTo: string,
  code: string,
  userId?: string,
): Promise<UsedToken | undefined> {
  const candidates = await run(
    countTry(pool, types, sentTo, sentToItsOwner)
      .$if(userId !== undefined, (query) => query.where('t.user_id', '=', userId!))
      .returning([...usedColumns, 't.code_hash'])
      .$castTo<UsedToken & { code_hash: Buffer }>(),
  )
  const hashes = auth.hashes.code.all(codeText(pool, sentTo, code))
  const right = candidates.find(({ code_hash }) => hashes.some((hash) => sameBytes(hash, code_hash)))
  if (!right) return undefined
  await dropMailTokens(run, pool, right.user_id, [right.type])
  return right
}

/** The hashed text, which binds a code to one mailbox of one pool. */
const codeText = (pool: Pool, sentTo: string, code: string) => `${pool.id} ${sentTo} ${code}`
