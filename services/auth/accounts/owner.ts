import type { SessionCall } from '../route-table.ts'
import type { Pool } from '../pool.ts'
import { authErrors } from '../errors.ts'
import { sessionOf } from '../sessions/sessions.ts'
import type { Proof } from '../sessions/sessions.ts'
import { runAlone } from '../statements.ts'
import { knownPlaceColumn } from './known-places.ts'
import type { UserRow } from './user-body.ts'
import { canUseSession } from './users.ts'

/** The user of a call with their current session. */
export interface Owner extends UserRow {
  session_created_at: Date
  amr: Proof[]
  /** The place of the request if the user has signed in there before. */
  known_place: Buffer | null
}

const ownerOf = (pool: Pool, sessionId: string, places: Buffer[]) =>
  sessionOf(pool, sessionId)
    .select(['s.created_at as session_created_at', 's.amr'])
    .select(knownPlaceColumn(places))
    .where(canUseSession)
    .$castTo<Owner>()

/**
 * Reads the caller from the tables, because a token may be an hour old.
 * @param places places of the request (placesOf), for calls that may check a password
 * @throws {AppError} 403 session_not_found
 */
export async function readOwner(
  { auth, pool, claims }: Pick<SessionCall, 'auth' | 'pool' | 'claims'>,
  places: Buffer[] = [],
): Promise<Owner> {
  const [owner] = await runAlone(auth.kernel.database, ownerOf(pool, claims.session_id, places), 'owner')
  if (!owner) throw authErrors.session_not_found()
  return owner
}
