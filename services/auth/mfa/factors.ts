import { sql } from 'kysely'
import type { Pool } from '../pool.ts'
import { build, now } from '../statements.ts'
import type { Run } from '../statements.ts'
import type { FactorType } from './factor-body.ts'

/** Maximum number of factors per user, including recovery codes. */
export const MOST_FACTORS = 10

/** Seconds after which an unfinished enrollment may be replaced. */
const UNFINISHED_SECONDS = 300

/** Maximum number of responses between two right ones within ANSWER_WINDOW seconds. */
const MAX_RESPONSES = 10
export const ANSWER_WINDOW = 900

/** A factor as the use cases need it. */
export interface Factor {
  id: string
  user_id: string
  factor_type: FactorType
  status: 'verified' | 'unverified'
  friendly_name: string
  secret_sealed: string | null
  phone: string | null
  credential_id: string | null
  public_key: Buffer | null
  sign_count: string | number | null
  transports: string[] | null
  rp_id: string | null
}

const columns = [
  'id',
  'user_id',
  'factor_type',
  'status',
  'friendly_name',
  'secret_sealed',
  'phone',
  'credential_id',
  'public_key',
  'sign_count',
  'transports',
  'rp_id',
] as const

/** Returns one factor of this user. Another user's factor is not found. */
export const factorOf = (pool: Pool, userId: string, id: string) =>
  build
    .selectFrom('auth.mfa_factors')
    .select(columns)
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .$castTo<Factor>()

/** All of a user's factors, unfinished enrolments included, oldest first. */
export const factorsOf = (pool: Pool, userId: string) =>
  build
    .selectFrom('auth.mfa_factors')
    .select(columns)
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .$castTo<Factor>()

/**
 * Locks the user's row, so that changes of one user's factors run one after the other. No row if the user was
 * deleted.
 */
export const lockUser = (pool: Pool, userId: string) =>
  build
    .selectFrom('auth.users')
    .select(['id', 'email', 'phone', 'is_anonymous'])
    .where('pool_id', '=', pool.id)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()

/** Deletes enrollments that were left unfinished. */
export const dropUnfinished = (pool: Pool, userId: string) =>
  build
    .deleteFrom('auth.mfa_factors')
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where(
      sql<boolean>`greatest(created_at, last_challenged_at) < now() - make_interval(secs => ${UNFINISHED_SECONDS})`,
    )

/** Deletes the user's unfinished enrollments of one type, once one of that type is finished. */
export const dropUnverified = (pool: Pool, userId: string, type: FactorType) =>
  build
    .deleteFrom('auth.mfa_factors')
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('factor_type', '=', type)
    .where('status', '=', 'unverified')

/** Deletes and returns the factor. No row if it does not belong to the user. */
export const deleteFactor = (pool: Pool, userId: string, id: string) =>
  build
    .deleteFrom('auth.mfa_factors')
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .$castTo<Factor>()

const inWindow = sql<boolean>`attempts_since > now() - make_interval(secs => ${ANSWER_WINDOW})`

/**
 * Counts a response before it is checked, so that parallel guesses get no more attempts than sequential ones.
 * @returns false if this factor accepts no response for now
 */
export async function countAnswer(run: Run, pool: Pool, factorId: string): Promise<boolean> {
  const counted = await run(
    build
      .updateTable('auth.mfa_factors')
      .set({
        attempts: sql`case when ${inWindow} then attempts + 1 else 1 end`,
        attempts_since: sql`case when ${inWindow} then attempts_since else now() end`,
      })
      .where('pool_id', '=', pool.id)
      .where('id', '=', factorId)
      .where(sql<boolean>`(attempts < ${MAX_RESPONSES} or not ${inWindow})`)
      .returning('id'),
  )
  return counted.length > 0
}

/**
 * Resets the count after a right response and verifies a new factor.
 * @returns the row while it exists
 */
export const noteRightAnswer = (pool: Pool, factorId: string) =>
  build
    .updateTable('auth.mfa_factors')
    .set({ attempts: 0, attempts_since: now, status: 'verified' })
    .where('pool_id', '=', pool.id)
    .where('id', '=', factorId)
    .returning('id')

/** Uses a time step up. No row if it, or a later one, was used before. */
export const useStep = (pool: Pool, factorId: string, step: number) =>
  build
    .updateTable('auth.mfa_factors')
    .set({ last_used_step: step })
    .where('pool_id', '=', pool.id)
    .where('id', '=', factorId)
    .where(sql<boolean>`coalesce(last_used_step, -1) < ${step}`)
    .returning('id')
