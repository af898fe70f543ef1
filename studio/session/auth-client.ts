import type { AuthClient as AuthClientClass } from '@supabase/auth-js'
import { loadWithRetry } from '#ui/load-with-retry.ts'
import { config } from '../config.ts'
import { SESSION_KEY } from '../data/storage.ts'

export type AuthClient = InstanceType<typeof AuthClientClass>

let client: Promise<AuthClient> | undefined
let loadedClient: AuthClient | undefined
const listeners = new Set<(client: AuthClient) => void>()

/**
 * Returns the shared auth client. Its code is loaded on first use, so visitors without a session never load
 * it.
 */
export function authClient(): Promise<AuthClient> {
  client ??= loadWithRetry(() => import('./make-auth-client.ts'), 'makeAuthClient').then((make) => {
    const created = make.makeAuthClient()
    loadedClient = created
    // Notify the listeners before the promise resolves, so that they miss no event of the first call.
    for (const listener of listeners) listener(created)
    return created
  })
  // Otherwise one failed download would break every later sign-in.
  client.catch(() => (client = undefined))
  return client
}

let emailClient: Promise<AuthClient> | undefined

/**
 * Returns the client that requests emails. It does not use PKCE, so that a link also works when the user
 * opens it on another device or browser. It holds no session.
 */
export function emailAuthClient(): Promise<AuthClient> {
  emailClient ??= import('@supabase/auth-js').then(
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
  emailClient.catch(() => (emailClient = undefined))
  return emailClient
}

/**
 * Calls `listener` with the client once it is loaded, without loading it. @returns a function that
 * unsubscribes
 */
export function onAuthClient(listener: (client: AuthClient) => void): () => void {
  listeners.add(listener)
  if (loadedClient) listener(loadedClient)
  return () => void listeners.delete(listener)
}

/** Returns whether this browser may hold a session. Synchronous, so that the first paint need not wait. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null
  } catch {
    return false
  }
}

let pendingCheck: Promise<unknown> | undefined

/**
 * Validates the session with the auth service after a 401. If it was ended elsewhere, the client drops it and
 * signs this browser out. Other causes, such as a wrong clock or a lost connection, leave the session alone.
 */
export function checkSession(): void {
  if (!loadedClient) return
  pendingCheck ??= loadedClient
    .getUser()
    .catch(() => undefined)
    .finally(() => (pendingCheck = undefined))
}

/** Returns the user's access token, refreshed if it has expired; undefined when signed out. */
export async function accessToken(): Promise<string | undefined> {
  if (!client && !hasStoredSession()) return undefined
  const { data } = await (await authClient()).getSession()
  return data.session?.access_token
}
