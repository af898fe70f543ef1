import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { readRefreshToken } from './refresh-token.ts'
import { endSession, rotateSession, sessionWithUser } from './sessions.ts'
import type { SessionRow } from './sessions.ts'
import { runAlone } from '../statements.ts'

/** A used token is still good this many seconds after the last refresh: several tabs refresh at once. */
export const REUSE_SECONDS = 10

/**
 * Answers the session of a refresh token, moved on by one token. A used token gets the session's current token (not
 * a new one) when it is the current one's direct parent, so that a lost answer can be asked for again, or within
 * REUSE_SECONDS of the last refresh; but never one from before the session was raised to aal2. Any other used token means that two parties hold it: the session ends for both,
 * and stays ended although the request fails.
 * @param clientId the application that refreshes, if it is one: nobody else refreshes its sessions, and it no others
 * @throws {AppError} 400 refresh_token_not_found, refresh_token_already_used, user_banned
 */
export async function refreshSession(
  auth: Auth,
  pool: Pool,
  token: string,
  clientId: string | null = null,
): Promise<SessionRow> {
  const { database } = auth.kernel
  const read = readRefreshToken(auth.hashes.refresh, pool.id, token)
  if (!read) throw authErrors.refresh_token_not_found()
  // One conditional update under the row's lock: of many requests with one token, one moves the session on.
  const [rotated] = await runAlone(
    database,
    rotateSession(pool, read.session, read.counter, clientId),
    'rotate_session',
  )
  if (rotated) return rotated
  const [current] = await runAlone(
    database,
    sessionWithUser(pool, read.session, REUSE_SECONDS),
    'session_with_user',
  )
  // A counter ahead of ours was issued before the database was put back to an older state.
  if (!current || read.counter > current.refresh_counter || current.oauth_client_id !== clientId)
    throw authErrors.refresh_token_not_found()
  if (!current.may_use) throw authErrors.user_banned()
  const raisedSince = read.counter < current.counter_floor
  if (!raisedSince && (current.refresh_counter - read.counter <= 1 || current.just_refreshed)) return current
  await runAlone(database, endSession(pool, read.session))
  throw authErrors.refresh_token_already_used()
}
