import type { AuthClient as AuthClientClass } from '@supabase/auth-js'
import { config } from './config.ts'
import { SESSION_KEY } from './storage.ts'

type AuthClient = InstanceType<typeof AuthClientClass>

let client: Promise<AuthClient> | undefined

/** The one auth client, brought when it is first needed: a visitor without a session never loads it. */
export function authClient(): Promise<AuthClient> {
  client ??= import('@supabase/auth-js').then(
    ({ AuthClient }) =>
      new AuthClient({
        url: `${config.url}/auth/v1`,
        // No authorization here: the client adds the session's own, and a second one would spoil it.
        headers: { apikey: config.anonKey },
        storageKey: SESSION_KEY,
        // A session never comes in by the address: links in mails lead to a page whose button asks for one.
        detectSessionInUrl: false,
      }),
  )
  return client
}

/** True where this browser may hold a session; cheap, so that the first paint need not wait. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null
  } catch {
    return false
  }
}

/** The caller's access token, renewed if need be; undefined when signed out. */
export async function accessToken(): Promise<string | undefined> {
  if (!client && !hasStoredSession()) return undefined
  const { data } = await (await authClient()).getSession()
  return data.session?.access_token
}
