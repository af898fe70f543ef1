// The end user's session inside a frame: a small client of /auth/v1, spoken to with the tenant's public key. Loaded
// when a visitor turns to the form or an earlier visit left a session; embed/client.ts decides.
//
// The refresh token never meets the host page. It lies in an HttpOnly partitioned cookie where the browser has them
// (header `x-bb-session: cookie`, `refresh_token` empty on the wire), else in the frame's partitioned storage, else
// in memory. The access token lives in memory and is shared with the tenant's other frames on the same site.
import { oneTimeCode, type WireSession, type WireUser } from '#blocks/auth/endpoints.ts'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedSession, EmbedUser } from '#kernel/browser/embed-page.ts'
import type { Keep } from './frame/keep.ts'
import { type Wire, wireTo } from './session-wire.ts'

/** Refreshed this long before it ends. */
const EARLY_MS = 90_000
/** What a token must still have to be given away. */
const SPARE_MS = 30_000
const RETRY_MS = 30_000

/** What frames of one tenant tell each other. */
export type ChannelMessage = { type: 'in'; session: Shared } | { type: 'out' }
type Shared = Pick<WireSession, 'access_token' | 'expires_at' | 'user'>

export interface SessionOptions {
  apiUrl: string
  publicKey: string
  tenantId: string
  keep: Keep
  /** Asked before each sign-in: whether the refresh token may live in a partitioned cookie. */
  cookies: () => boolean
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  /** Runs work of all frames of the tenant one after the other. */
  lock?: (work: () => Promise<void>) => Promise<void>
  fetch?: typeof fetch
  now?: () => number
}

export function createSession(options: SessionOptions): EmbedSession {
  const { keep, channel, lock = (work) => work(), now = Date.now } = options
  const wire: Wire = wireTo(options)
  const listeners = new Set<(user: EmbedUser | null) => void>()
  let session: Shared | null = null
  let refreshing: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function become(next: Shared | null): void {
    session = next
    clearTimeout(timer)
    if (next) plan(next.expires_at * 1000 - now() - EARLY_MS)
    api.user = next && readUser(next.user)
    for (const listener of listeners) listener(api.user)
  }

  function plan(delay: number): void {
    clearTimeout(timer)
    timer = setTimeout(
      () => refresh().catch(() => session && plan(RETRY_MS)),
      Math.min(Math.max(delay, 1000), 2 ** 31 - 1),
    )
    // Timers hold a Node process open; in browsers there is nothing to let go.
    ;(timer as { unref?: () => void }).unref?.()
  }

  function adopt(answer: WireSession): EmbedUser {
    keep.set('session', answer.refresh_token || 'cookie')
    const { access_token, expires_at, user } = answer
    const shared = { access_token, expires_at, user }
    become(shared)
    tellFrames({ type: 'in', session: shared })
    return readUser(user)
  }

  function tellFrames(message: ChannelMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin but our own
    channel?.postMessage(message)
  }

  function forget(): void {
    keep.set('session', null)
    become(null)
    tellFrames({ type: 'out' })
  }

  const lasts = (ms: number) => session !== null && session.expires_at * 1000 - now() > ms

  /** One refresh at a time, in this frame and over all frames of the tenant. */
  function refresh(): Promise<void> {
    refreshing ??= lock(async () => {
      // Another frame did it while this one waited for its turn.
      if (lasts(EARLY_MS)) return
      const kept = keep.get('session')
      if (!kept) return become(null)
      const inCookie = kept === 'cookie'
      try {
        const body = { refresh_token: inCookie ? '' : kept }
        adopt(await wire.auth<WireSession>('/token?grant_type=refresh_token', body, { cookie: inCookie }))
      } catch (why) {
        if (!isGone(why)) throw why
        forget()
      }
    }).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function enter(path: string, body: object): Promise<EmbedUser> {
    const user = adopt(await wire.auth<WireSession>(path, body, { cookie: options.cookies() }))
    await join()
    return user
  }

  /**
   * Enters the user among the tenant's end users; a second entry changes nothing. The sign-in stands even when this
   * fails, and the next visit tries again.
   */
  async function join(): Promise<void> {
    if (!session) return
    const { user, access_token } = session
    const row = { auth_user_id: user.id, tenant_id: options.tenantId, email: user.email ?? null }
    await wire.joinTenant(row, access_token).then(
      () => keep.set('join', null),
      () => keep.set('join', '1'),
    )
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    if (data?.type === 'in') become(data.session)
    if (data?.type === 'out') become(null)
  })

  const api: EmbedSession = {
    user: null,
    likely: () => keep.get('session') !== null,
    async restore() {
      if (!session && keep.get('session') !== null) await refresh().catch(() => {})
      if (session && keep.get('join')) void join()
      return api.user
    },
    signIn: (email, password) => enter('/token?grant_type=password', { email, password }),
    async signUp(email, password, redirectTo) {
      const path = `/signup?redirect_to=${encodeURIComponent(redirectTo)}`
      const answer = await wire.auth<WireSession | WireUser>(
        path,
        { email, password },
        { cookie: options.cookies() },
      )
      if (!('access_token' in answer)) return null
      const user = adopt(answer)
      await join()
      return user
    },
    exchange: (code) => enter('/token?grant_type=one_time_code', { code }),
    verify: (type, tokenHash) => enter('/verify', { type, token_hash: tokenHash }),
    async oneTimeCode() {
      const token = await api.accessToken()
      const kept = keep.get('session') ?? ''
      const inCookie = kept === 'cookie'
      const body = { refresh_token: inCookie ? '' : kept }
      return (await wire.auth<{ code: string }>(oneTimeCode.path, body, { token, cookie: inCookie })).code
    },
    async signOut() {
      const token = await api.accessToken().catch(() => session?.access_token)
      try {
        if (token)
          await wire.auth('/logout?scope=local', {}, { token, cookie: keep.get('session') === 'cookie' })
      } catch (why) {
        // Ended already is as good as ended now; without an answer the session still lives, so say so.
        if (!isGone(why)) throw why
      }
      forget()
    },
    async accessToken() {
      if (!session) await api.restore()
      if (session && !lasts(SPARE_MS)) await refresh()
      return session?.access_token
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return api
}

/** The server knows the session no more; a failed connection, a limit or a fault of the server says nothing of it. */
function isGone(why: unknown): boolean {
  return why instanceof CallError && [400, 401, 403, 404].includes(why.status)
}

function readUser({ id, email, user_metadata: told = {} }: WireUser): EmbedUser {
  const name = [told['name'], told['nickname']].find((n) => typeof n === 'string' && n.trim() !== '')
  return { id, email: email ?? null, name: (name as string | undefined) ?? null }
}
