import { sql } from 'kysely'
import type { Pool } from '../pool.ts'
import { build, now } from '../statements.ts'
import type { Run } from '../statements.ts'
import type { FactorType } from './factor-body.ts'

/** What may be enrolled at once, recovery codes included. */
export const MOST_FACTORS = 10

/** Seconds after which an enrolment that was never finished makes room. */
const UNFINISHED_SECONDS = 300

/** Answers that a factor takes between two right ones within ANSWER_WINDOW seconds. */
const MOST_ANSWERS = 10
export const ANSWER_WINDOW = 900

/** A factor as its use cases need it. */
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

/** One factor of this user; a stranger's is no factor. */
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

/** Takes the user's row, so that changes of one user's factors come one after the other. No row when the user is gone. */
export const lockUser = (pool: Pool, userId: string) =>
  build
    .selectFrom('auth.users')
    .select(['id', 'email', 'phone', 'is_anonymous'])
    .where('pool_id', '=', pool.id)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()

/** Drops enrolments that were left unfinished. */
export const dropUnfinished = (pool: Pool, userId: string) =>
  build
    .deleteFrom('auth.mfa_factors')
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where(
      sql<boolean>`greatest(created_at, last_challenged_at) < now() - make_interval(secs => ${UNFINISHED_SECONDS})`,
    )

/** Removes the user's unfinished enrolments of one type, once one of that type was finished. */
export const dropUnverified = (pool: Pool, userId: string, type: FactorType) =>
  build
    .deleteFrom('auth.mfa_factors')
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('factor_type', '=', type)
    .where('status', '=', 'unverified')

/** Gives the factor back; no row when it was not the user's. */
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
 * Counts an answer before it is looked at, so that guesses in parallel do not get more tries than guesses in a row.
 * @returns false when this factor takes no answer for now
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
      .where(sql<boolean>`(attempts < ${MOST_ANSWERS} or not ${inWindow})`)
      .returning('id'),
  )
  return counted.length > 0
}

/** A right answer: the count starts anew, and a new factor counts from now on. @returns the row while it exists */
export const noteRightAnswer = (pool: Pool, factorId: string) =>
  build
    .updateTable('auth.mfa_factors')
    .set({ attempts: 0, attempts_since: now, status: 'verified' })
    .where('pool_id', '=', pool.id)
    .where('id', '=', factorId)
    .returning('id')

/** Uses a time step up; no row when it, or a later one, was used before. */
export const useStep = (pool: Pool, factorId: string, step: number) =>
  build
    .updateTable('auth.mfa_factors')
    .set({ last_used_step: step })
    .where('pool_id', '=', pool.id)
    .where('id', '=', factorId)
    .where(sql<boolean>`coalesce(last_used_step, -1) < ${step}`)
    .returning('id')
