// The tokens of a session: refreshes them, and reads the responses that end a session.
import type { WireSession } from '#blocks/auth/endpoints.ts'
import { CallError } from '#kernel/browser/call.ts'
import { createSessionMachine, type SessionMachine, type SessionPorts } from './session-effects.ts'
import { isValidFor, REFRESH_AHEAD_MS } from './session-state.ts'
import type { Wire } from './session-wire.ts'

/** Remaining lifetime that a token needs to be used. */
const MIN_LIFETIME_MS = 30_000

export interface SessionTokens {
  machine: SessionMachine
  /** Restores the session of an earlier visit, unless there is one already. Never rejects. */
  restore(): Promise<void>
  /** The access token, even when a second factor is pending. */
  ownToken(): Promise<string | undefined>
  /** Whether the refresh token is in a cookie that only the server can read. */
  inCookie(): boolean
}

/**
 * Creates the state machine of a session, with the refreshes that its timer and its callers need.
 * @param onRestored called after each attempt to restore
 */
export function createTokens(
  ports: Omit<SessionPorts, 'refresh'>,
  wire: Wire,
  lock: (work: () => Promise<void>) => Promise<void>,
  onRestored: () => void,
): SessionTokens {
  const { keep, now } = ports
  const machine = createSessionMachine({ ...ports, refresh })
  const inCookie = () => keep.get('session') === 'cookie'
  let refreshing: Promise<void> | undefined

  /** One refresh at a time, in this frame and across all frames of the tenant. */
  function refresh(): Promise<void> {
    return (refreshing ??= lock(refreshUnlessValid).finally(() => {
      refreshing = undefined
    }))
  }

  async function refreshUnlessValid(): Promise<void> {
    // Another frame refreshed it while this one waited for the lock.
    if (isValidFor(machine.state, REFRESH_AHEAD_MS, now())) return
    const stored = keep.get('session')
    if (!stored) return machine.dispatch({ type: 'missing' })
    const body = { refresh_token: inCookie() ? '' : stored }
    try {
      const path = '/token?grant_type=refresh_token'
      const response = await wire.auth<WireSession>(path, body, { cookie: inCookie() })
      machine.dispatch({ type: 'received', response })
    } catch (why) {
      if (!isRejected(why)) throw why
      machine.dispatch({ type: 'ended' })
    }
  }

  async function restore(): Promise<void> {
    if (!machine.state.session && keep.get('session') !== null) await refresh().catch(() => {})
    onRestored()
  }

  return {
    machine,
    restore,
    inCookie,
    async ownToken() {
      if (!machine.state.session) await restore()
      if (machine.state.session && !isValidFor(machine.state, MIN_LIFETIME_MS, now())) await refresh()
      return machine.state.session?.access_token
    },
  }
}

/** Codes of the auth service for an ended session. */
const ENDED = ['session_not_found', 'user_not_found']

/** Whether the service says, for any request, that the token's session has ended. */
export function hasEnded(why: unknown): boolean {
  return why instanceof CallError && ENDED.includes(why.code)
}

/**
 * Whether the server no longer accepts the session. A failed connection, a rate limit or a server error does
 * not mean that.
 */
export function isRejected(why: unknown): boolean {
  return why instanceof CallError && [400, 401, 403, 404].includes(why.status)
}
