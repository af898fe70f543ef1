import { sql } from 'kysely'
import type { AppContext } from '#kernel/http/context.ts'
import { knownPlaceColumn, placesOf } from '../accounts/known-places.ts'
import type { UserRow } from '../accounts/user-body.ts'
import type { Auth } from '../auth.ts'
import { guessLimitParams, guessKey } from '../guesses.ts'
import type { Guess } from '../guesses.ts'
import { addressLimitParams } from '../limits.ts'
import { takePoint } from '../points.ts'
import type { Pool } from '../pool.ts'
import { build, prepare, runAlone } from '../statements.ts'

/** The user whom a password may belong to, and the guess that checking it costs. */
export interface Candidate {
  /** Undefined if no user has the address. */
  user: Pick<UserRow, 'id' | 'encrypted_password' | 'email_confirmed_at' | 'phone_confirmed_at'> | undefined
  guess: Guess
}

interface Asked {
  poolId: string
  address: string
  places: Buffer[]
  caller: string
  callerSize: number
  callerExpire: number
  guessExpire: number
  at: number
}

interface Found {
  caller_points: number
  caller_expire: number
  /** Null if the caller is already refused; then no guess is taken. */
  guess: Guess | null
  id: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  phone_confirmed_at: Date | null
}

const candidateBy = (column: 'u.email' | 'u.phone') =>
  prepare(({ poolId, address, places, at, caller, callerSize, callerExpire, guessExpire }: Asked) =>
    build
      .with('caller', (db) =>
        takePoint(
          db,
          { at, expire: callerExpire },
          build.selectNoFrom(sql<string>`${caller}::text`.as('key')),
        ),
      )
      .with('u', (db) =>
        db
          .selectFrom('auth.users as u')
          .select(['u.id', 'u.encrypted_password', 'u.email_confirmed_at', 'u.phone_confirmed_at'])
          .select(knownPlaceColumn(places))
          .where('u.pool_id', '=', poolId)
          .where(column, '=', address)
          .where('u.deleted_at', 'is', null),
      )
      .with('guess', (db) =>
        takePoint(
          db,
          { at, expire: guessExpire },
          db
            .selectFrom('caller')
            .leftJoin('u', (join) => join.onTrue())
            .select(
              guessKey(
                poolId,
                sql<string>`coalesce(u.id::text, ${address}::text)`,
                sql<Buffer | null>`u.known_place`,
              ).as('key'),
            )
            .where('caller.points', '<=', callerSize),
        ),
      )
      .selectFrom('caller')
      .leftJoin('u', (join) => join.onTrue())
      .leftJoin('guess', (join) => join.onTrue())
      .select([
        'caller.points as caller_points',
        'caller.expire as caller_expire',
        sql<Guess | null>`case when guess.key is not null then to_jsonb(guess) end`.as('guess'),
        'u.id',
        'u.encrypted_password',
        'u.email_confirmed_at',
        'u.phone_confirmed_at',
      ])
      .$castTo<Found>(),
  )

const candidates = { email: candidateBy('u.email'), phone: candidateBy('u.phone') }

/**
 * Counts the sign-in against the caller's address and the guess against the account, and reads the account.
 * It is one statement, so that a sign-in needs two in all (the other is startSession).
 * @param by what `address` is; normalized
 * @throws {AppError} 429 over_request_rate_limit
 */
export async function passwordCandidate(
  auth: Auth,
  pool: Pool,
  by: keyof typeof candidates,
  address: string,
  c: AppContext,
): Promise<Candidate> {
  const { database, limits } = auth.kernel
  const caller = addressLimitParams(limits, 'token', c.get('clientIp'))
  const guessParams = guessLimitParams(limits)
  const [found] = await runAlone(
    database,
    candidates[by]({
      poolId: pool.id,
      address,
      places: placesOf(auth, c, pool),
      caller: caller.key,
      callerSize: caller.size,
      callerExpire: caller.expire,
      guessExpire: guessParams.expire,
      at: caller.at,
    }),
    `candidate_by_${by}`,
  )
  const { caller_points, caller_expire, guess, id, ...user } = found!
  caller.settle({ points: caller_points, expire: caller_expire })
  guessParams.settle(guess!)
  return { user: id === null ? undefined : { ...user, id }, guess: guess! }
}
