import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { readRefreshToken } from './refresh-token.ts'
import { endSession, rotateSession, sessionWithUser } from './sessions.ts'
import type { SessionRow, StandingSession } from './sessions.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { runAlone } from '../statements.ts'

/** A used token is still good this many seconds after the last refresh: several tabs refresh at once. */
const REUSE_SECONDS = 10

/**
 * So long the token just before the current one is good, as long as nobody has been heard of with what the last refresh
 * answered: twice the time for which the official client repeats a refresh whose answer did not come (30 s).
 */
const LOST_ANSWER_SECONDS = 60

/**
 * Answers the session of a refresh token, moved on by one token. A used token gets the session's current token, not a
 * new one, in two cases (docs/decisions/006): within REUSE_SECONDS of the last refresh; and, if it is the current one's
 * direct parent, within LOST_ANSWER_SECONDS while no access token of the last refresh has been used, since then its
 * answer may have been lost. Never one from before the session was raised to aal2. Any other used token means that two
 * parties hold it: the session ends for both, and stays ended although the request fails.
 *
 * One round trip in the common case: one conditional update under the row's lock, so that of many requests with one
 * token one moves the session on.
 * @param clientId the application that refreshes, if it is one: nobody else refreshes its sessions, and it no others
 * @throws {AppError} 400 refresh_token_not_found, refresh_token_already_used, session_expired, user_banned
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
  const rules = await settingsOf(auth, pool)
  const rotate = rotateSession(pool, read.session, read.counter, clientId, rules)
  const [rotated] = await runAlone(database, rotate, 'rotate_session')
  if (rotated) return rotated
  const [current] = await runAlone(database, sessionWithUser(pool, read.session, rules), 'session_with_user')
  // A counter ahead of ours was issued before the database was put back to an older state.
  if (!current || read.counter > current.refresh_counter || current.oauth_client_id !== clientId)
    throw authErrors.refresh_token_not_found()
  if (!current.may_use) throw authErrors.user_banned()
  if (!current.within_rules) {
    await runAlone(database, endSession(pool, read.session))
    throw authErrors.session_expired()
  }
  if (isStillGood(read.counter, current)) return current
  await runAlone(database, endSession(pool, read.session))
  throw authErrors.refresh_token_already_used()
}

function isStillGood(counter: number, current: StandingSession): boolean {
  if (counter < current.counter_floor) return false
  // The current token itself: another request of its holder was faster, and the answer went on its way just now.
  if (counter === current.refresh_counter) return true
  if (current.refreshed_ago < REUSE_SECONDS) return true
  const isParent = counter === current.refresh_counter - 1
  return isParent && !current.taken_up && current.refreshed_ago < LOST_ANSWER_SECONDS
}
