import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { readRefreshToken } from './refresh-token.ts'
import { endSession, rotateSession, sessionWithUser } from './sessions.ts'
import type { SessionRow, SessionWithRules } from './sessions.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { runAlone } from '../statements.ts'

/**
 * Seconds after the last refresh during which a used token is still accepted, because several tabs refresh
 * concurrently.
 */
const REUSE_SECONDS = 10

/**
 * Seconds during which the direct parent of the current token is accepted, as long as nothing from the
 * response of the last refresh has been used. Twice as long as the official client retries a refresh without
 * a response (30 s).
 */
const LOST_ANSWER_SECONDS = 60

/**
 * Returns the session of a refresh token, advanced by one token. In two cases (docs/decisions/006) a used
 * token gets the session's current token instead of a new one: within REUSE_SECONDS of the last refresh; and,
 * if it is the direct parent of the current token, within LOST_ANSWER_SECONDS while no access token of the
 * last refresh has been used, because the response may have been lost. A token from before the session was
 * raised to aal2 is never accepted. Any other used token means that two parties have it: the session ends for
 * both, and the end is committed although the request fails. The common case takes one round trip: one
 * conditional update under the row's lock, so that exactly one of several requests with the same token
 * advances the session.
 * @param clientId the application that refreshes, if any: only it can refresh its sessions, and no others
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
  // A counter higher than the stored one was issued before the database was restored to an older state.
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

function isStillGood(counter: number, current: SessionWithRules): boolean {
  if (counter < current.counter_floor) return false
  // The current token itself: a concurrent request of its holder was faster, and its response has just been
  // sent.
  if (counter === current.refresh_counter) return true
  if (current.refreshed_ago < REUSE_SECONDS) return true
  const isParent = counter === current.refresh_counter - 1
  return isParent && !current.taken_up && current.refreshed_ago < LOST_ANSWER_SECONDS
}
