// The state machine of an end user's session in one frame. It is pure: it makes no request and stores nothing.
// `session-effects.ts` runs the effects that it returns, `session.ts` sends it the events.
import type { WireSession } from '#blocks/auth/endpoints.ts'
import type { EmbedFactor, EmbedUser } from '#kernel/browser/embed-page.ts'
import { pendingFactors, readUser } from './session-user.ts'

/** How long before expiry the token is refreshed. */
export const REFRESH_AHEAD_MS = 90_000
/** Time between a failed refresh and the next attempt. */
export const RETRY_MS = 30_000

/** What the frames of one tenant share. The refresh token is not part of it. */
export type SharedSession = Pick<WireSession, 'access_token' | 'expires_at' | 'user'>
/** Messages between frames of one tenant. */
export type ChannelMessage = { type: 'in'; session: SharedSession } | { type: 'out' }

/** A session with pending factors has no user. */
export type SessionState =
  | { phase: 'signedOut'; session: null; owed: null; user: null }
  | { phase: 'pendingFactors'; session: SharedSession; owed: EmbedFactor[]; user: null }
  | { phase: 'signedIn'; session: SharedSession; owed: null; user: EmbedUser }

export const SIGNED_OUT: SessionState = { phase: 'signedOut', session: null, owed: null, user: null }

export type SessionEvent =
  /** The service returned a session: after a sign-in, a second factor or a refresh. */
  | { type: 'received'; response: WireSession }
  /** The session ended: by signing out, or the service no longer accepts it. */
  | { type: 'ended' }
  /** There is nothing to refresh: another frame removed the stored session. */
  | { type: 'missing' }
  /** Another frame of the tenant signed in, refreshed or signed out. */
  | { type: 'broadcast'; message: ChannelMessage }
  /** A scheduled refresh got no usable response. */
  | { type: 'refreshFailed' }

export type SessionEffect =
  /** Stores the refresh token, or `cookie` if only the server can read it. */
  | { type: 'store'; token: string }
  /** Removes what this browser stores about the session. */
  | { type: 'clearStorage' }
  /** Replaces the scheduled refresh: at a Unix time in milliseconds, or after a delay. */
  | { type: 'refreshAt'; ms: number }
  | { type: 'refreshIn'; ms: number }
  | { type: 'cancelRefresh' }
  /** Calls the subscribers with the current user. */
  | { type: 'notify' }
  | { type: 'broadcast'; message: ChannelMessage }

export interface Transition {
  state: SessionState
  /** In the order in which they run, after the state has changed. */
  effects: SessionEffect[]
}

/** The next state of the session, and what has to be done. */
export function reduceSession(state: SessionState, event: SessionEvent): Transition {
  switch (event.type) {
    case 'received': {
      const { refresh_token, access_token, expires_at, user } = event.response
      const session = { access_token, expires_at, user }
      const { state: next, effects } = changeTo(session)
      return {
        state: next,
        effects: [
          { type: 'store', token: refresh_token || 'cookie' },
          ...effects,
          // Until the second factor is verified, the user counts as signed out in other frames.
          ...(next.phase === 'signedIn' ? [broadcast({ type: 'in', session })] : []),
        ],
      }
    }
    case 'ended':
      return {
        state: SIGNED_OUT,
        effects: [{ type: 'clearStorage' }, ...changeTo(null).effects, broadcast({ type: 'out' })],
      }
    case 'missing':
      return changeTo(null)
    case 'broadcast':
      return changeTo(event.message.type === 'in' ? event.message.session : null)
    case 'refreshFailed':
    default:
      return { state, effects: state.session ? [{ type: 'refreshIn', ms: RETRY_MS }] : [] }
  }
}

function changeTo(session: SharedSession | null): Transition {
  if (!session) return { state: SIGNED_OUT, effects: [{ type: 'cancelRefresh' }, { type: 'notify' }] }
  const owed = pendingFactors(session)
  return {
    state: owed
      ? { phase: 'pendingFactors', session, owed, user: null }
      : { phase: 'signedIn', session, owed, user: readUser(session.user) },
    effects: [{ type: 'refreshAt', ms: session.expires_at * 1000 - REFRESH_AHEAD_MS }, { type: 'notify' }],
  }
}

const broadcast = (message: ChannelMessage): SessionEffect => ({ type: 'broadcast', message })

/** Whether the token is valid for longer than `ms` from `nowMs`. */
export const isValidFor = ({ session }: SessionState, ms: number, nowMs: number): boolean =>
  session !== null && session.expires_at * 1000 - nowMs > ms
