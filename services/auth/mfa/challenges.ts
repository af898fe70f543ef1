import { sql } from 'kysely'
import type { Pool } from '../pool.ts'
import { build, fromNow, now } from '../statements.ts'

/** Lifetime of a challenge, in seconds. */
export const CHALLENGE_SECONDS = 300

/** Maximum number of responses to one challenge. The user may start another one. */
const MAX_RESPONSES = 5

/** What a response must contain: a code that we sent, or a signature over `challenge`. */
export interface Question {
  codeHash?: Buffer
  webauthn?: { challengeHash: Buffer; origin: string; rpId: string }
}

/** Stores a challenge and deletes expired ones of the same factor. */
export const newChallenge = (
  pool: Pool,
  factorId: string,
  id: string,
  ip: string,
  { codeHash, webauthn }: Question = {},
) =>
  build
    .with('swept', (db) =>
      db
        .deleteFrom('auth.mfa_challenges')
        .where('pool_id', '=', pool.id)
        .where('factor_id', '=', factorId)
        .where('expires_at', '<=', now),
    )
    .with('noted', (db) =>
      db
        .updateTable('auth.mfa_factors')
        .set({ last_challenged_at: now })
        .where('pool_id', '=', pool.id)
        .where('id', '=', factorId),
    )
    .insertInto('auth.mfa_challenges')
    .values({
      pool_id: pool.id,
      id,
      factor_id: factorId,
      ip: ip || null,
      code_hash: codeHash ?? null,
      challenge_hash: webauthn?.challengeHash ?? null,
      origin: webauthn?.origin ?? null,
      rp_id: webauthn?.rpId ?? null,
      expires_at: fromNow(CHALLENGE_SECONDS),
    })
    .returning('expires_at')

/** A challenge that a user responds to. */
export interface Challenge {
  id: string
  code_hash: Buffer | null
  challenge_hash: Buffer | null
  origin: string | null
  rp_id: string | null
  /** Whether the challenge was requested from the address that responds. */
  same_ip: boolean
  expired: boolean
}

const answerColumns = (ip: string) =>
  [
    'id',
    'code_hash',
    'challenge_hash',
    'origin',
    'rp_id',
    sql<boolean>`ip is not distinct from ${ip || null}::inet`.as('same_ip'),
    sql<boolean>`(expires_at <= now() or attempts > ${MAX_RESPONSES})`.as('expired'),
  ] as const

/**
 * Counts a response under the row's lock and reads the challenge. Returns no row for a used challenge or one
 * of another factor.
 */
export const answerChallenge = (pool: Pool, factorId: string, id: string, ip: string) =>
  build
    .updateTable('auth.mfa_challenges')
    .set({ attempts: sql`least(attempts + 1, 100)` })
    .where('pool_id', '=', pool.id)
    .where('factor_id', '=', factorId)
    .where('id', '=', id)
    .returning(answerColumns(ip))
    .$castTo<Challenge>()

/** Uses a challenge up. Of several concurrent calls, one gets the row. */
export const useChallenge = (pool: Pool, factorId: string, id: string) =>
  build
    .deleteFrom('auth.mfa_challenges')
    .where('pool_id', '=', pool.id)
    .where('factor_id', '=', factorId)
    .where('id', '=', id)
    .returning('id')
