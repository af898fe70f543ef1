/** The values of the wizard. The secret is never stored in the browser. */
export interface Auth0Draft {
  /** The host name, as shown on Auth0's settings page. */
  domain: string
  client_id: string
  client_secret: string
}

/** Titles of the steps, in order. */
export const STEPS = [
  'Create Auth0 Application',
  'Configure URLs',
  'Get Credentials',
  'Test Connection',
] as const

export type Step = 0 | 1 | 2 | 3

/** The initial draft, filled from an application that was connected before. */
export const draftOf = (tenant: {
  auth0_domain: string | null
  auth0_client_id: string | null
}): Auth0Draft => ({
  domain: tenant.auth0_domain ?? '',
  client_id: tenant.auth0_client_id ?? '',
  client_secret: '',
})

/** Normalizes a draft for the server. A domain is often pasted as a URL. */
export const tidied = ({ domain, client_id, client_secret }: Auth0Draft): Auth0Draft => ({
  domain: domain
    .trim()
    .replace(/^https:\/\//i, '')
    .replace(/\/$/, ''),
  client_id: client_id.trim(),
  client_secret: client_secret.trim(),
})

/** Whether all fields that a test needs have a value. Auth0 decides whether they are right. */
export const isFilled = (draft: Auth0Draft): boolean => Object.values(tidied(draft)).every(Boolean)

/** Joins URLs into one line, as Auth0 accepts them. */
export const joined = (...lists: readonly (readonly string[])[]): string =>
  [...new Set(lists.flat())].join(', ')
