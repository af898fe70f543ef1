/** Key in session storage while the visitor is signed in (spec §3). */
export const EXTERNAL_USER = 'auth0_user'

/** What the server read from the verified ID token. */
export interface ExternalUser {
  name: string | null
  nickname: string | null
  email: string | null
}

/** Stores the Auth0 user from the auth service's response. The browser may refuse storage. */
export function rememberExternalUser(response: Record<string, unknown>): void {
  const { user_metadata: data = {} } = (response['user'] ?? {}) as { user_metadata?: Record<string, unknown> }
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : null)
  const user: ExternalUser = { name: text('name'), nickname: text('nickname'), email: text('email') }
  try {
    sessionStorage.setItem(EXTERNAL_USER, JSON.stringify(user))
  } catch {
    // Nothing here depends on it.
  }
}

export function forgetExternalUser(): void {
  try {
    sessionStorage.removeItem(EXTERNAL_USER)
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}
