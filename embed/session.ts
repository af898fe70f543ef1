// The end user's session inside a frame: a small client of /auth/v1, spoken to with the tenant's public key. Loaded
// when a visitor turns to the form or an earlier visit left a session; embed/client.ts decides.
//
// The refresh token never meets the host page. It lies in an HttpOnly partitioned cookie where the browser has them
// (header `x-bb-session: cookie`, `refresh_token` empty on the wire), else in the frame's partitioned storage, else
// in memory. The access token lives in memory and is shared with the tenant's other frames on the same site.
import { oneTimeCode, type WireSession } from '#blocks/auth/endpoints.ts'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedSession, EmbedUser } from '#kernel/browser/embed-page.ts'
import type { Keep } from './frame/keep.ts'
import { owedFactors, readUser } from './session-user.ts'
import { type Wire, wireTo } from './session-wire.ts'

/** Refreshed this long before it ends. */
const EARLY_MS = 90_000
/** What a token must still have to be given away. */
const SPARE_MS = 30_000
const RETRY_MS = 30_000
/** At most one look in this time whether the session still lives, however often somebody turns to the page. */
const LOOK_MS = 10_000

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
  /** Language of the page, in which mails are to be written. */
  lang?: string
  fetch?: typeof fetch
  now?: () => number
}

/** The session of one frame; it comes back by `restore`, and asks for nothing before. */
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
    api.owed = next && owedFactors(next)
    api.user = next && !api.owed ? readUser(next.user) : null
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

  function adopt(answer: WireSession): EmbedUser | null {
    keep.set('session', answer.refresh_token || 'cookie')
    const { access_token, expires_at, user } = answer
    const shared = { access_token, expires_at, user }
    become(shared)
    if (!api.owed) tellFrames({ type: 'in', session: shared })
    return api.user
  }

  function tellFrames(message: ChannelMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin but our own
    channel?.postMessage(message)
  }

  function forget(): void {
    keep.set('session', null)
    keep.set('looked', null)
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
      try {
        const body = { refresh_token: inCookie() ? '' : kept }
        adopt(await wire.auth<WireSession>('/token?grant_type=refresh_token', body, { cookie: inCookie() }))
      } catch (why) {
        if (!isGone(why)) throw why
        forget()
      }
    }).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  /** The token of whoever is here, also of somebody who owes a second factor. */
  async function ownToken(): Promise<string | undefined> {
    if (!session) await api.restore()
    if (session && !lasts(SPARE_MS)) await refresh()
    return session?.access_token
  }

  const inCookie = () => keep.get('session') === 'cookie'

  /**
   * Enters the user among the tenant's end users; a second entry changes nothing. The sign-in stands even when this
   * fails, and the next visit tries again.
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
    if (data?.type === 'in') become(data.session)
    if (data?.type === 'out') become(null)
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
      // One of the tenant's frames looks for all of them: what it finds they hear.
      if (!session || now() - Number(keep.get('looked')) < LOOK_MS) return
      keep.set('looked', String(now()))
      await api.ask('GET', '/user').catch(() => {})
    },
    async enter(path, body) {
      // A second factor is proven, or set up, by whoever is here already.
      const token = session ? await ownToken() : undefined
      const told = await wire.auth<WireSession>(path, body, { token, cookie: options.cookies() })
      if (!told.access_token) return { user: null, told: { ...told } }
      const user = adopt(told)
      await join()
      return { user, told: { ...told } }
    },
    async ask(method, path, body) {
      const token = await ownToken()
      try {
        return await wire.auth(path, body, { token, method })
      } catch (why) {
        // Signed out on another device: this one need not wait for its next refresh to know.
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
      // In turn with the refreshes of the tenant's other frames: one that ran meanwhile would be refused.
      await lock(async () => {
        try {
          if (token) await wire.auth('/logout?scope=local', {}, { token, cookie: inCookie() })
        } catch (why) {
          // Ended already is as good as ended now; without an answer the session still lives, so say so.
          if (!isGone(why)) throw why
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

/** Codes of the auth service. */
const ENDED = ['session_not_found', 'user_not_found']

/** What the service says of a token whose session is gone, whatever was asked. */
function hasEnded(why: unknown): boolean {
  return why instanceof CallError && ENDED.includes(why.code)
}

/** The server knows the session no more; a failed connection, a limit or a fault of the server says nothing of it. */
function isGone(why: unknown): boolean {
  return why instanceof CallError && [400, 401, 403, 404].includes(why.status)
}
