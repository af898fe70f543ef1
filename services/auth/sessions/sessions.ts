import { sql } from 'kysely'
import type { Pool } from '../pool.ts'
import type { Guess } from '../guesses.ts'
import { givePointBack } from '../points.ts'
import { build, now, prepare } from '../statements.ts'
import type { UserRow } from '../accounts/user-body.ts'
import { identitiesColumn, canUseSession, userColumns } from '../accounts/users.ts'
import { withinRules } from './session-limits.ts'
import type { SessionRules } from './session-limits.ts'

/** Values of `amr` that the official clients know, and our own `one_time_code`. */
export type AuthMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'phone_change'
  | 'invite'
  | 'recovery'
  | 'oauth'
  | 'anonymous'
  | 'web3'
  | 'passkey'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'mfa/recovery_code'
  | 'oauth_provider/authorization_code'
  | 'token_refresh'
  | 'one_time_code'

/** One method by which the user proved their identity (claim `amr`); `timestamp` in seconds. */
export interface Proof {
  method: AuthMethod
  timestamp: number
  /** The code was sent to a phone. Without this field it was sent by email. */
  channel?: 'sms'
}

/** A user together with one session. */
export interface SessionRow extends UserRow {
  session_id: string
  aal: string
  amr: Proof[]
  refresh_counter: number
  /** The application that the session belongs to, if any (oauth-server/). */
  oauth_client_id: string | null
}

export interface NewSession {
  aal: string
  amr: Proof[]
  /** The browser's user agent; shown to the user, never trusted. */
  userAgent?: string | undefined
  /** Address of the caller. */
  ip?: string
  /** The application that the session is for. */
  oauthClientId?: string
  /** A stronger hash of the password that was just proven. */
  rehashed?: string | undefined
  /** The password guess to refund, because it was right. */
  refunded?: Guess
}

/** A proof given now; `timestamp` in seconds, as in the claim `amr`. */
export const proofBy = (method: Proof['method']): Proof => ({
  method,
  timestamp: Math.floor(Date.now() / 1000),
})

const sessionColumns = [
  's.id as session_id',
  's.aal',
  's.amr',
  's.refresh_counter',
  's.oauth_client_id',
] as const

/**
 * Starts a session and stores the sign-in, in one statement. No row if the user is banned or deleted. A right
 * password guess is refunded in either case.
 */
export const startSession = (pool: Pool, userId: string, session: NewSession) =>
  newSession({
    poolId: pool.id,
    userId,
    aal: session.aal,
    amr: JSON.stringify(session.amr),
    userAgent: session.userAgent?.slice(0, 400) ?? null,
    ip: session.ip || null,
    oauthClientId: session.oauthClientId ?? null,
    rehashed: session.rehashed ?? null,
    refunded: session.refunded?.key ?? null,
    at: Date.now(),
  })

interface NewSessionValues {
  poolId: string
  userId: string
  aal: string
  amr: string
  userAgent: string | null
  ip: string | null
  oauthClientId: string | null
  rehashed: string | null
  refunded: string | null
  at: number
}

const newSession = prepare((given: NewSessionValues) =>
  build
    .with('person', (db) =>
      db
        .updateTable('auth.users as u')
        .set({
          last_sign_in_at: now,
          encrypted_password: sql`coalesce(${given.rehashed}::text, u.encrypted_password)`,
        })
        .where('u.pool_id', '=', given.poolId)
        .where('u.id', '=', given.userId)
        .where(canUseSession)
        .returning(userColumns)
        .returning(identitiesColumn),
    )
    .with('proven', (db) =>
      db
        .updateTable('auth.identities')
        .set({ last_sign_in_at: now })
        .where('pool_id', '=', given.poolId)
        .where('user_id', '=', given.userId)
        .where('provider', '=', 'email'),
    )
    .with('s', (db) =>
      db
        .insertInto('auth.sessions')
        .columns(['pool_id', 'user_id', 'aal', 'amr', 'user_agent', 'ip', 'oauth_client_id'])
        .expression((eb) =>
          eb
            .selectFrom('person')
            .select([
              sql<string>`${given.poolId}::uuid`.as('pool_id'),
              'person.id as user_id',
              sql<string>`${given.aal}::text`.as('aal'),
              sql<never>`${given.amr}::jsonb`.as('amr'),
              sql<string | null>`${given.userAgent}::text`.as('user_agent'),
              sql<string | null>`${given.ip}::inet`.as('ip'),
              sql<string | null>`${given.oauthClientId}::uuid`.as('oauth_client_id'),
            ]),
        )
        .returning(['id', 'aal', 'amr', 'refresh_counter', 'oauth_client_id']),
    )
    .with('refunded', (db) => givePointBack(db, given.refunded, given.at))
    .selectFrom(['person', 's'])
    .selectAll('person')
    .select(sessionColumns)
    .$castTo<SessionRow>(),
)

/**
 * Advances a session from the token with this counter. No row if a concurrent request was faster, the user is
 * banned, or the pool's rules end the session.
 */
export const rotateSession = (
  pool: Pool,
  id: string,
  counter: number,
  clientId: string | null,
  rules: SessionRules,
) =>
  rotatedSession({
    poolId: pool.id,
    id,
    counter,
    clientId,
    session_timebox: rules.session_timebox,
    session_inactivity: rules.session_inactivity,
    single_session: rules.single_session,
  })

interface RotatedValues extends SessionRules {
  poolId: string
  id: string
  counter: number
  clientId: string | null
}

const rotatedSession = prepare((given: RotatedValues) =>
  build
    .updateTable('auth.sessions as s')
    .from('auth.users as u')
    .set({ refresh_counter: sql`s.refresh_counter + 1`, refreshed_at: now, taken_up: false })
    .where('s.pool_id', '=', given.poolId)
    .where('s.id', '=', given.id)
    .where('s.refresh_counter', '=', given.counter)
    .where(sql<boolean>`s.oauth_client_id is not distinct from ${given.clientId}::uuid`)
    .whereRef('u.pool_id', '=', 's.pool_id')
    .whereRef('u.id', '=', 's.user_id')
    .where(canUseSession)
    .where(withinRules(given))
    .returning(userColumns)
    .returning(identitiesColumn)
    .returning(sessionColumns)
    .$castTo<SessionRow>(),
)

/** A session with the time of its last refresh, and whether its user and the pool's rules allow using it. */
export interface SessionWithRules extends SessionRow {
  counter_floor: number
  /** Seconds since the last refresh. */
  refreshed_ago: number
  /** The client has used a token of the last refresh. */
  taken_up: boolean
  may_use: boolean
  within_rules: boolean
}

/** A session `s` with its user `u`. */
export const sessionOf = (pool: Pool, id: string) =>
  build
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.users as u', (join) =>
      join.onRef('u.pool_id', '=', 's.pool_id').onRef('u.id', '=', 's.user_id'),
    )
    .select(userColumns)
    .select(identitiesColumn)
    .where('s.pool_id', '=', pool.id)
    .where('s.id', '=', id)

/** A session with its user and whether it is still active. An ended session may still have a row. */
export const sessionWithUser = (pool: Pool, id: string, rules: SessionRules) =>
  sessionOf(pool, id)
    .select(sessionColumns)
    .select(['s.counter_floor', 's.taken_up'])
    .select([
      sql<number>`extract(epoch from now() - s.refreshed_at)::float8`.as('refreshed_ago'),
      canUseSession.as('may_use'),
      withinRules(rules).as('within_rules'),
    ])
    .$castTo<SessionWithRules>()

/** Ends one session. Its access token is refused within 5 seconds, its refresh token immediately. */
export const endSession = (pool: Pool, id: string) =>
  build.deleteFrom('auth.sessions').where('pool_id', '=', pool.id).where('id', '=', id).returning('id')

/** Ends the user's sessions: all of them, or all but one. */
export const endSessionsOf = (pool: Pool, userId: string, but?: string) =>
  build
    .deleteFrom('auth.sessions')
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .$if(but !== undefined, (query) => query.where('id', '<>', but!))
    .returning('id')
