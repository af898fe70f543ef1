import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { writeRefreshToken } from './refresh-token.ts'
import type { SessionRow } from './sessions.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import type { SessionRules } from './session-limits.ts'
import { userBody } from '../accounts/user-body.ts'
import type { UserBody } from '../accounts/user-body.ts'

/** Lifetime of an access token, in seconds; half of the pool's inactivity limit if that is shorter. */
export const ACCESS_TOKEN_SECONDS = 3600

/**
 * Clients refresh shortly before a token expires. An active client must do so before it counts as inactive.
 */
const lifeOf = ({ session_inactivity: inactivity }: SessionRules): number =>
  Math.min(ACCESS_TOKEN_SECONDS, inactivity === null ? ACCESS_TOKEN_SECONDS : Math.ceil(inactivity / 2))

/** A session as clients read it (wire form of supabase/auth). */
export interface SessionBody {
  access_token: string
  token_type: 'bearer'
  /** Seconds. */
  expires_in: number
  /** Seconds since 1970. */
  expires_at: number
  refresh_token: string
  user: UserBody
  /** Tokens of the provider that the user signed in with; only in the response of that sign-in. */
  provider_token?: string
  /**
   * The user has no password (any more), so the page must request a new one. Only set by the confirmation
   * that removed it.
   */
  password_needed?: boolean
  provider_refresh_token?: string
}

/** Signs an access token for the session and writes its current refresh token. */
export async function sessionBody(auth: Auth, pool: Pool, row: SessionRow): Promise<SessionBody> {
  const seconds = lifeOf(await settingsOf(auth, pool))
  const accessToken = await auth.kernel.tokens.mintSession(
    {
      sub: row.id,
      aud: pool.audience,
      role: pool.role,
      pool: pool.id,
      ...(pool.tenant ? { tenant: pool.tenant.id } : {}),
      email: row.email ?? '',
      phone: row.phone ?? '',
      app_metadata: row.raw_app_meta_data,
      user_metadata: row.raw_user_meta_data,
      aal: row.aal,
      amr: row.amr,
      session_id: row.session_id,
      ...(row.oauth_client_id ? { client_id: row.oauth_client_id } : {}),
      is_anonymous: row.is_anonymous,
    },
    seconds,
  )
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: seconds,
    expires_at: Math.floor(Date.now() / 1000) + seconds,
    refresh_token: writeRefreshToken(auth.hashes.refresh, pool.id, {
      session: row.session_id,
      counter: row.refresh_counter,
    }),
    user: userBody(row, pool),
  }
}
