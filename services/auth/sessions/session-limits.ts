import { sql } from 'kysely'
import type { PoolSettings } from '../settings/pool-settings.ts'

/** The session rules of a pool. A change also applies to existing sessions, from their next check on. */
export type SessionRules = Pick<PoolSettings, 'session_timebox' | 'session_inactivity' | 'single_session'>

/**
 * True for a session `s` that the pool's rules allow, by the database's clock. With single sessions only the
 * newest is allowed; sessions of builders' applications are exempt.
 */
export const withinRules = (rules: SessionRules) => {
  const { session_timebox: timebox, session_inactivity: inactivity, single_session: single } = rules
  return sql<boolean>`(
    (${timebox}::integer is null or s.created_at > now() - make_interval(secs => ${timebox}::integer))
    and (${inactivity}::integer is null or s.refreshed_at > now() - make_interval(secs => ${inactivity}::integer))
    and (not ${single}::boolean or s.oauth_client_id is not null or not exists (
      select from auth.sessions newer
      where newer.pool_id = s.pool_id and newer.user_id = s.user_id and newer.oauth_client_id is null
        and (newer.created_at, newer.id) > (s.created_at, s.id)))
  )`
}

/** When a session ends unless it is refreshed before, or null for never. */
export function endsAt(
  { session_timebox: timebox, session_inactivity: inactivity }: SessionRules,
  { created_at, refreshed_at }: { created_at: Date; refreshed_at: Date },
): Date | null {
  const ends = [
    ...(timebox === null ? [] : [created_at.getTime() + timebox * 1000]),
    ...(inactivity === null ? [] : [refreshed_at.getTime() + inactivity * 1000]),
  ]
  return ends.length ? new Date(Math.min(...ends)) : null
}
