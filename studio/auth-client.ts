import type { AuthClient as AuthClientClass } from '@supabase/auth-js'
import { loadAgain } from '#ui/load-again.ts'
import { config } from './config.ts'
import { SESSION_KEY } from './storage.ts'

export type AuthClient = InstanceType<typeof AuthClientClass>

let client: Promise<AuthClient> | undefined
let ready: AuthClient | undefined
const followers = new Set<(client: AuthClient) => void>()

/** The one auth client, brought when it is first needed: a visitor without a session never loads it. */
export function authClient(): Promise<AuthClient> {
  client ??= loadAgain(() => import('@supabase/auth-js'), 'AuthClient').then(({ AuthClient }) => {
    const made = new AuthClient({
      url: `${config.url}/auth/v1`,
      // No authorization here: the client adds the session's own, and a second one would spoil it.
      headers: { apikey: config.anonKey },
      storageKey: SESSION_KEY,
      // Redirects bring a code that is worth nothing without the verifier kept in this browser (RFC 7636).
      flowType: 'pkce',
      // A session never comes in by the address by itself: /auth/callback asks for one, as does the button of a mail.
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    })
    ready = made
    // Before whoever asked goes on, so that no follower misses what comes of it.
    for (const follow of followers) follow(made)
    return made
  })
  // Else a chunk that did not arrive once would keep every later sign-in from working.
  client.catch(() => (client = undefined))
  return client
}

let mails: Promise<AuthClient> | undefined

/**
 * The client that asks for mails. Theirs have no verifier, so that a link also works where it is opened first: a
 * telephone, another browser. It holds no session.
 */
export function mailClient(): Promise<AuthClient> {
  mails ??= import('@supabase/auth-js').then(
    ({ AuthClient }) =>
      new AuthClient({
        url: `${config.url}/auth/v1`,
        headers: { apikey: config.anonKey },
        storageKey: 'bb:mails',
        flowType: 'implicit',
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
      }),
  )
  mails.catch(() => (mails = undefined))
  return mails
}

/** Calls back with the client as soon as there is one, without asking for it. @returns stops that */
export function onAuthClient(follow: (client: AuthClient) => void): () => void {
  followers.add(follow)
  if (ready) follow(ready)
  return () => void followers.delete(follow)
}

/** True where this browser may hold a session; cheap, so that the first paint need not wait. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null
  } catch {
    return false
  }
}

let check: Promise<unknown> | undefined

/**
 * After a 401: asks the auth service about the session. One that was ended elsewhere is dropped by the client, which
 * signs this browser out; anything else (a clock, a lost connection) leaves it alone.
 */
export function checkSession(): void {
  if (!ready) return
  check ??= ready
    .getUser()
    .catch(() => undefined)
    .finally(() => (check = undefined))
}

/** The caller's access token, renewed if need be; undefined when signed out. */
export async function accessToken(): Promise<string | undefined> {
  if (!client && !hasStoredSession()) return undefined
  const { data } = await (await authClient()).getSession()
  return data.session?.access_token
}
