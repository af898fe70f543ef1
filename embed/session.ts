// The end user's session inside a frame: a small client of /auth/v1 that uses the tenant's public key. It
// loads when a visitor starts to use the form or an earlier visit left a session; embed/client.ts decides.
//
// The refresh token never reaches the host page. It is stored in an HttpOnly partitioned cookie if the
// browser supports them (header `x-bb-session: cookie`, `refresh_token` empty on the wire), else in the
// frame's partitioned storage, else in memory. The access token is kept in memory and shared with the
// tenant's other frames on the same site.
//
// What changes the session is an event of the state machine in `session-state.ts`.
import { oneTimeCode, type WireSession } from '#blocks/auth/endpoints.ts'
import type { EmbedSession } from '#kernel/browser/embed-page.ts'
import type { FrameStorage } from './frame/frame-storage.ts'
import type { SessionMachine } from './session-effects.ts'
import { createTokens, hasEnded, isRejected, type SessionTokens } from './session-tokens.ts'
import { type Wire, createWire } from './session-wire.ts'

/**
 * Minimum time between checks whether the session still exists, however often the visitor returns to the
 * page.
 */
const CHECK_INTERVAL_MS = 10_000

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

/** What the calls of a session work with. */
interface Parts extends Required<Pick<SessionOptions, 'keep' | 'tenantId' | 'cookies' | 'lock' | 'now'>> {
  wire: Wire
  tokens: SessionTokens
  machine: SessionMachine
}

/** Creates the session of one frame. It makes no request until `restore` is called. */
export function createSession(options: SessionOptions): EmbedSession {
  const { keep, channel, lock = (work) => work(), now = Date.now } = options
  const wire = createWire(options)
  const retryJoin = () => {
    if (keep.get('join')) void join(parts)
  }
  const tokens = createTokens({ keep, channel, now }, wire, lock, retryJoin)
  const { machine } = tokens
  const parts: Parts = { ...options, lock, now, wire, tokens, machine }
  const enter: EmbedSession['enter'] = (path, body) => signInAt(parts, path, body)
  const ask: EmbedSession['ask'] = (method, path, body) => callService(parts, method, path, body)
  return {
    get user() {
      return machine.state.user
    },
    get owed() {
      return machine.state.owed
    },
    enter,
    ask,
    likely: () => keep.get('session') !== null,
    async restore() {
      await tokens.restore()
      return machine.state.user
    },
    async lookAgain() {
      // One of the tenant's frames checks for all of them and broadcasts the result.
      if (!machine.state.session || now() - Number(keep.get('looked')) < CHECK_INTERVAL_MS) return
      keep.set('looked', String(now()))
      await ask('GET', '/user').catch(() => {})
    },
    signIn: async (email, password) => (await enter('/token?grant_type=password', { email, password })).user,
    async signUp(email, password, redirectTo) {
      const path = `/signup?redirect_to=${encodeURIComponent(redirectTo)}`
      return (await enter(path, { email, password })).user
    },
    exchange: async (code) => (await enter('/token?grant_type=one_time_code', { code })).user,
    oneTimeCode: (challenge) => requestCode(parts, challenge),
    signOut: () => signOut(parts),
    async accessToken() {
      const token = await tokens.ownToken()
      return machine.state.owed ? undefined : token
    },
    subscribe: machine.subscribe,
  }
}

async function signInAt(parts: Parts, path: string, body: object): ReturnType<EmbedSession['enter']> {
  const { machine, tokens, wire, cookies } = parts
  // A second factor is verified or set up with the current session's token.
  const token = machine.state.session ? await tokens.ownToken() : undefined
  const response = await wire.auth<WireSession>(path, body, { token, cookie: cookies() })
  if (!response.access_token) return { user: null, told: { ...response } }
  machine.dispatch({ type: 'received', response })
  const { user } = machine.state
  await join(parts)
  return { user, told: { ...response } }
}

/**
 * Adds the user to the tenant's end users; repeating it changes nothing. Sign-in succeeds even if this
 * fails, and the next visit retries.
 */
async function join({ machine, wire, keep, tenantId }: Parts): Promise<void> {
  const { state } = machine
  if (state.phase !== 'signedIn') return
  const { user, access_token } = state.session
  const row = { auth_user_id: user.id, tenant_id: tenantId, email: user.email ?? null }
  await wire.joinTenant(row, access_token).then(
    () => keep.set('join', null),
    () => keep.set('join', '1'),
  )
}

async function callService<T>(
  { machine, tokens, wire }: Parts,
  ...[method, path, body]: Parameters<EmbedSession['ask']>
): Promise<T> {
  const token = await tokens.ownToken()
  try {
    return await wire.auth<T>(path, body, { token, method })
  } catch (why) {
    // Signed out on another device: react now instead of at the next refresh.
    if (token && token === machine.state.session?.access_token && hasEnded(why))
      machine.dispatch({ type: 'ended' })
    throw why
  }
}

async function requestCode({ tokens, wire, keep }: Parts, challenge?: string): Promise<string> {
  const token = await tokens.ownToken()
  const cookie = tokens.inCookie()
  const body = {
    refresh_token: cookie ? '' : (keep.get('session') ?? ''),
    ...(challenge && { code_challenge: challenge }),
  }
  return (await wire.auth<{ code: string }>(oneTimeCode.path, body, { token, cookie })).code
}

async function signOut({ machine, tokens, wire, lock }: Parts): Promise<void> {
  const token = await tokens.ownToken().catch(() => machine.state.session?.access_token)
  // Not at the same time as a refresh in another frame of the tenant, which would then be refused.
  await lock(async () => {
    try {
      if (token) await wire.auth('/logout?scope=local', {}, { token, cookie: tokens.inCookie() })
    } catch (why) {
      // Already ended counts as success. Without a response the session may still exist, so report the
      // error.
      if (!isRejected(why)) throw why
    }
    machine.dispatch({ type: 'ended' })
  })
}
