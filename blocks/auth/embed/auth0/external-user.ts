/** Name in the storage of the window, as long as the visitor is signed in (spec §3). */
export const EXTERNAL_USER = 'auth0_user'

/** What the server read of a checked ID token. */
export interface ExternalUser {
  name: string | null
  nickname: string | null
  email: string | null
}

/** Remembers whom Auth0 signed in, from the answer of the auth service; a browser may refuse storage. */
export function rememberExternalUser(told: Record<string, unknown>): void {
  const { user_metadata: data = {} } = (told['user'] ?? {}) as { user_metadata?: Record<string, unknown> }
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : null)
  const user: ExternalUser = { name: text('name'), nickname: text('nickname'), email: text('email') }
  try {
    sessionStorage.setItem(EXTERNAL_USER, JSON.stringify(user))
  } catch {
    // Nothing here needs it.
  }
}

export function forgetExternalUser(): void {
  try {
    sessionStorage.removeItem(EXTERNAL_USER)
  } catch {
    // There is none.
  }
}
