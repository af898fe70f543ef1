import { sql } from 'kysely'
import type { Expression } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'
import type { Ask } from '#kernel/limits.ts'
import { WRONG_PASSWORDS } from './limits.ts'
import { givePointBack, takePoint } from './points.ts'
import type { Pool } from './pool.ts'
import { build, prepare, runAlone } from './statements.ts'

/**
 * Room for one guess at a password: one of the ten wrong ones that an account may get within five minutes, from all
 * addresses together. Many guessers at once get no more than ten, since a guess is counted before it is looked at, and
 * given back if it was right. From a place where the account's owner has signed in before, the ten are that place's
 * own, so that guessers elsewhere do not lock the owner out.
 */
export interface Guess {
  /** Of its row in `app.rate_limits`. */
  key: string
  points: number
  expire: number
}

/**
 * Key of the bucket in which a guess is counted; the one place that says so.
 * @param account the user's id, or the address that was typed and is nobody's: the limit is the same for both
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

/** What a guess taken now needs; its key is `guessKey`, which the statement makes. */
export const askGuess = (limits: Kernel['limits']): Ask => limits.ask('auth.password', '', WRONG_PASSWORDS)

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

/** Counts a guess at the password of a user. @throws {AppError} 429 over_request_rate_limit */
export async function takeGuess(
  { database, limits }: Kernel,
  pool: Pool,
  account: string,
  place: Buffer | null,
): Promise<Guess> {
  const { at, expire, settle } = askGuess(limits)
  const [guess] = await runAlone(
    database,
    take({ poolId: pool.id, account, place, at, expire }),
    'take_guess',
  )
  settle(guess!)
  return guess!
}

/** The guess was right: it does not count. */
export async function refundGuess({ database }: Kernel, { key }: Guess): Promise<void> {
  await runAlone(database, givePointBack(build, key, Date.now()))
}
