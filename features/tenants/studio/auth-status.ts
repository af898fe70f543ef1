/** The columns of a tenant that determine its sign-in. */
export interface AuthSettings {
  auth_provider: string
  auth0_domain: string | null
  auth0_client_id: string | null
  /** The secret itself never leaves the server. */
  auth0_client_secret_set: boolean
}

/** The status on the card and in the settings. Auth0 is connected only when its settings are complete. */
export function authStatus(tenant: AuthSettings): { label: string; connected: boolean } {
  if (tenant.auth_provider !== 'auth0') return { label: 'Built-in auth', connected: true }
  const { auth0_domain, auth0_client_id, auth0_client_secret_set } = tenant
  const connected = Boolean(auth0_domain && auth0_client_id && auth0_client_secret_set)
  return { label: connected ? 'Auth0 connected' : 'Auth0 not connected', connected }
}
