// The end user's session inside a frame: a small client of /auth/v1 that uses the tenant's public key. It
// loads when a visitor starts to use the form or an earlier visit left a session; embed/client.ts decides.
//
// The refresh token never reaches the host page. It is stored in an HttpOnly partitioned cookie if the
// browser supports them (header `x-bb-session: cookie`, `refresh_token` empty on the wire), else in the
// frame's partitioned storage, else in memory. The access token is kept in memory and shared with the
// tenant's other frames on the same site.
import { oneTimeCode, type WireSession } from '#blocks/auth/endpoints.ts'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedSession, EmbedUser } from '#kernel/browser/embed-page.ts'
import type { FrameStorage } from './frame/frame-storage.ts'
import { pendingFactors, readUser } from './session-user.ts'
import { type Wire, createWire } from './session-wire.ts'

/** How long before expiry the token is refreshed. */
const REFRESH_AHEAD_MS = 90_000
/** Remaining lifetime that a token needs to be used. */
const MIN_LIFETIME_MS = 30_000
const RETRY_MS = 30_000
/**
 * Minimum time between checks whether the session still exists, however often the visitor returns to the
 * page.
 */
const CHECK_INTERVAL_MS = 10_000

/** Messages between frames of one tenant. */
export type ChannelMessage = { type: 'in'; session: Shared } | { type: 'out' }
type Shared = Pick<WireSession, 'access_token' | 'expires_at' | 'user'>

export interface SessionOptions {
  apiUrl: string
  publicKey: string
  tenantId: string
  keep: FrameStorage
  /** Called before each sign-in: whether the refresh token can be stored in a partitioned cookie. */
  cookies: () => boolean
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  /** Serializes work across all frames of the tenant. */
  lock?: (work: () => Promise<void>) => Promise<void>
  /** Language of the page, used for emails. */
  lang?: string
  fetch?: typeof fetch
  now?: () => number
}

/** Creates the session of one frame. It makes no request until `restore` is called. */
export function createSession(options: SessionOptions): EmbedSession {
  const { keep, channel, lock = (work) => work(), now = Date.now } = options
  const wire: Wire = createWire(options)
  const listeners = new Set<(user: EmbedUser | null) => void>()
  let session: Shared | null = null
  let refreshing: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function setSession(next: Shared | null): void {
    session = next
    clearTimeout(timer)
    if (next) scheduleRefresh(next.expires_at * 1000 - now() - REFRESH_AHEAD_MS)
    api.owed = next && pendingFactors(next)
    api.user = next && !api.owed ? readUser(next.user) : null
    for (const listener of listeners) listener(api.user)
  }

  function scheduleRefresh(delay: number): void {
    clearTimeout(timer)
    timer = setTimeout(
      () => refresh().catch(() => session && scheduleRefresh(RETRY_MS)),
      Math.min(Math.max(delay, 1000), 2 ** 31 - 1),
    )
    // In Node a timer keeps the process running; browsers have no `unref`.
    ;(timer as { unref?: () => void }).unref?.()
  }

  function storeSession(answer: WireSession): EmbedUser | null {
    keep.set('session', answer.refresh_token || 'cookie')
    const { access_token, expires_at, user } = answer
    const shared = { access_token, expires_at, user }
    setSession(shared)
    if (!api.owed) tellFrames({ type: 'in', session: shared })
    return api.user
  }

  function tellFrames(message: ChannelMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel only reaches our own origin
    channel?.postMessage(message)
  }

  function forget(): void {
    keep.set('session', null)
    keep.set('looked', null)
    setSession(null)
    tellFrames({ type: 'out' })
  }

  const isValidFor = (ms: number) => session !== null && session.expires_at * 1000 - now() > ms

  /** One refresh at a time, in this frame and across all frames of the tenant. */
  function refresh(): Promise<void> {
    refreshing ??= lock(async () => {
      // Another frame refreshed it while this one waited for the lock.
      if (isValidFor(REFRESH_AHEAD_MS)) return
      const kept = keep.get('session')
      if (!kept) return setSession(null)
      try {
        const body = { refresh_token: inCookie() ? '' : kept }
        storeSession(
          await wire.auth<WireSession>('/token?grant_type=refresh_token', body, { cookie: inCookie() }),
        )
      } catch (why) {
        if (!isRejected(why)) throw why
        forget()
      }
    }).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  /** The access token, even when a second factor is pending. */
  async function ownToken(): Promise<string | undefined> {
    if (!session) await api.restore()
    if (session && !isValidFor(MIN_LIFETIME_MS)) await refresh()
    return session?.access_token
  }

  const inCookie = () => keep.get('session') === 'cookie'

  /**
   * Adds the user to the tenant's end users; repeating it changes nothing. Sign-in succeeds even if this
   * fails, and the next visit retries.
   */
  async function join(): Promise<void> {
    if (!session || api.owed) return
    const { user, access_token } = session
    const row = { auth_user_id: user.id, tenant_id: options.tenantId, email: user.email ?? null }
    await wire.joinTenant(row, access_token).then(
      () => keep.set('join', null),
      () => keep.set('join', '1'),
    )
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    if (data?.type === 'in') setSession(data.session)
    if (data?.type === 'out') setSession(null)
  })

  const api: EmbedSession = {
    user: null,
    owed: null,
    likely: () => keep.get('session') !== null,
    async restore() {
      if (!session && keep.get('session') !== null) await refresh().catch(() => {})
      if (session && keep.get('join')) void join()
      return api.user
    },
    async lookAgain() {
      // One of the tenant's frames checks for all of them and broadcasts the result.
      if (!session || now() - Number(keep.get('looked')) < CHECK_INTERVAL_MS) return
      keep.set('looked', String(now()))
      await api.ask('GET', '/user').catch(() => {})
    },
    async enter(path, body) {
      // A second factor is verified or set up with the current session's token.
      const token = session ? await ownToken() : undefined
      const response = await wire.auth<WireSession>(path, body, { token, cookie: options.cookies() })
      if (!response.access_token) return { user: null, told: { ...response } }
      const user = storeSession(response)
      await join()
      return { user, told: { ...response } }
    },
    async ask(method, path, body) {
      const token = await ownToken()
      try {
        return await wire.auth(path, body, { token, method })
      } catch (why) {
        // Signed out on another device: react now instead of at the next refresh.
        if (token && token === session?.access_token && hasEnded(why)) forget()
        throw why
      }
    },
    signIn: async (email, password) =>
      (await api.enter('/token?grant_type=password', { email, password })).user,
    async signUp(email, password, redirectTo) {
      const path = `/signup?redirect_to=${encodeURIComponent(redirectTo)}`
      return (await api.enter(path, { email, password })).user
    },
    exchange: async (code) => (await api.enter('/token?grant_type=one_time_code', { code })).user,
    async oneTimeCode(challenge) {
      const token = await ownToken()
      const body = {
        refresh_token: inCookie() ? '' : (keep.get('session') ?? ''),
        ...(challenge && { code_challenge: challenge }),
      }
      return (await wire.auth<{ code: string }>(oneTimeCode.path, body, { token, cookie: inCookie() })).code
    },
    async signOut() {
      const token = await ownToken().catch(() => session?.access_token)
      // Not at the same time as a refresh in another frame of the tenant, which would then be refused.
      await lock(async () => {
        try {
          if (token) await wire.auth('/logout?scope=local', {}, { token, cookie: inCookie() })
        } catch (why) {
          // Already ended counts as success. Without a response the session may still exist, so report the
          // error.
          if (!isRejected(why)) throw why
        }
        forget()
      })
    },
    async accessToken() {
      const token = await ownToken()
      return api.owed ? undefined : token
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return api
}

/** Codes of the auth service for an ended session. */
const ENDED = ['session_not_found', 'user_not_found']

/** Whether the service says, for any request, that the token's session has ended. */
function hasEnded(why: unknown): boolean {
  return why instanceof CallError && ENDED.includes(why.code)
}

/**
 * Whether the server no longer accepts the session. A failed connection, a rate limit or a server error does
 * not mean that.
 */
function isRejected(why: unknown): boolean {
  return why instanceof CallError && [400, 401, 403, 404].includes(why.status)
}
