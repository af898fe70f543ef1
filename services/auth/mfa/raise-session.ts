import { sql } from 'kysely'
import { userColumns, identitiesColumn, canUseSession } from '../accounts/users.ts'
import type { Pool } from '../pool.ts'
import { proofBy } from '../sessions/sessions.ts'
import type { AuthMethod, SessionRow } from '../sessions/sessions.ts'
import { build, jsonb } from '../statements.ts'
import type { Run } from '../statements.ts'
import type { FactorType } from './factor-body.ts'

/** What a factor adds to the claim `amr`, as the official service names it. */
export const METHOD_OF: Record<FactorType, AuthMethod> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
}

/**
 * Raises a session to aal2 with the newest proof first and ends the user's other sessions at aal1. The
 * counter skips one, and every refresh token below the new value becomes invalid, because the holder of an
 * older token has not proven the factor.
 * @returns undefined if the session ended meanwhile, or its user may not use it
 */
export async function raiseSession(
  run: Run,
  pool: Pool,
  { userId, sessionId }: { userId: string; sessionId: string },
  factor: { id: string; type: FactorType },
): Promise<SessionRow | undefined> {
  const method = METHOD_OF[factor.type]
  const [raised] = await run(
    build
      .updateTable('auth.sessions as s')
      .from('auth.users as u')
      .set({
        aal: 'aal2',
        factor_id: factor.id,
        amr: sql`${jsonb([proofBy(method)])} || ${withoutMethod(method)}`,
        refresh_counter: sql`s.refresh_counter + 2`,
        counter_floor: sql`s.refresh_counter + 2`,
      })
      .where('s.pool_id', '=', pool.id)
      .where('s.id', '=', sessionId)
      .where('s.user_id', '=', userId)
      .whereRef('u.pool_id', '=', 's.pool_id')
      .whereRef('u.id', '=', 's.user_id')
      .where(canUseSession)
      .returning(userColumns)
      .returning(identitiesColumn)
      .returning(['s.id as session_id', 's.aal', 's.amr', 's.refresh_counter'])
      .$castTo<SessionRow>(),
  )
  if (!raised) return undefined
  await run(
    build
      .deleteFrom('auth.sessions')
      .where('pool_id', '=', pool.id)
      .where('user_id', '=', userId)
      .where('aal', '=', 'aal1')
      .where('id', '<>', sessionId),
  )
  return raised
}

/** Returns sessions that this factor raised to the level of their first proof. */
export const lowerSessions = (pool: Pool, userId: string, factor: { id: string; type: FactorType }) =>
  build
    .updateTable('auth.sessions as s')
    .set({ aal: 'aal1', factor_id: null, amr: withoutMethod(METHOD_OF[factor.type]) })
    .where('s.pool_id', '=', pool.id)
    .where('s.user_id', '=', userId)
    .where('s.factor_id', '=', factor.id)

const withoutMethod = (method: AuthMethod) => sql<never>`(
  select coalesce(jsonb_agg(e.proof order by e.place), '[]')
  from jsonb_array_elements(s.amr) with ordinality as e (proof, place) where e.proof ->> 'method' <> ${method})`
