import { sql } from 'kysely'
import type { Expression } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'
import type { Ask } from '#kernel/limits.ts'
import { WRONG_PASSWORD_LIMIT } from './limits.ts'
import { givePointBack, takePoint } from './points.ts'
import type { Pool } from './pool.ts'
import { build, prepare, runAlone } from './statements.ts'

/**
 * One password guess. An account allows ten wrong guesses within five minutes, from all addresses together. A
 * guess is counted before the password is compared and refunded if it was right, so parallel guesses get no
 * more than ten either. A place where the account's owner has signed in before has its own ten guesses, so
 * that attackers elsewhere do not lock the owner out.
 */
export interface Guess {
  /** Key of its row in `app.rate_limits`. */
  key: string
  points: number
  expire: number
}

/**
 * Returns the key of the bucket in which a guess is counted. No other code builds this key.
 * @param account the user's id, or the typed address if no user has it: the limit is the same for both
 * @param place hash of a place known to be the owner's (accounts/known-places.ts), or null
 */
export const guessKey = (
  poolId: string,
  account: Expression<string> | string,
  place: Expression<Buffer | null> | Buffer | null,
) => sql<string>`
  'auth.password' || case when ${place}::bytea is null then ':' else '-at:' end || encode(sha256(convert_to(
    ${poolId}::text || ' ' || ${account}::text || ' ' || coalesce(encode(${place}::bytea, 'hex'), ''), 'UTF8'
  )), 'hex')`

/** The parameters for taking a guess within a larger statement, which computes the `guessKey` itself. */
export const guessLimitParams = (limits: Kernel['limits']): Ask =>
  limits.ask('auth.password', '', WRONG_PASSWORD_LIMIT)

interface OfAccount {
  poolId: string
  account: string
  place: Buffer | null
  at: number
  expire: number
}

const take = prepare(({ poolId, account, place, at, expire }: OfAccount) =>
  takePoint(
    build,
    { at, expire },
    build.selectNoFrom(guessKey(poolId, account, place).as('key')),
  ).$castTo<Guess>(),
)

/** Counts one guess at a user's password. @throws {AppError} 429 over_request_rate_limit */
export async function takeGuess(
  { database, limits }: Kernel,
  pool: Pool,
  account: string,
  place: Buffer | null,
): Promise<Guess> {
  const { at, expire, settle } = guessLimitParams(limits)
  const [guess] = await runAlone(
    database,
    take({ poolId: pool.id, account, place, at, expire }),
    'take_guess',
  )
  settle(guess!)
  return guess!
}

/** Refunds a guess whose password was right. */
export async function refundGuess({ database }: Kernel, { key }: Guess): Promise<void> {
  await runAlone(database, givePointBack(build, key, Date.now()))
}
