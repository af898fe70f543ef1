/** What is typed into the wizard; the secret stays in its window. */
export interface Auth0Draft {
  /** Host name, as Auth0's settings page shows it. */
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

/** Before anything is typed: what is known of an application that was connected before. */
export const draftOf = (tenant: {
  auth0_domain: string | null
  auth0_client_id: string | null
}): Auth0Draft => ({
  domain: tenant.auth0_domain ?? '',
  client_id: tenant.auth0_client_id ?? '',
  client_secret: '',
})

/** The server's form of what was typed: a domain is often copied as an address. */
export const tidied = ({ domain, client_id, client_secret }: Auth0Draft): Auth0Draft => ({
  domain: domain
    .trim()
    .replace(/^https:\/\//i, '')
    .replace(/\/$/, ''),
  client_id: client_id.trim(),
  client_secret: client_secret.trim(),
})

/** Everything is there that a test needs; whether it is right is Auth0's to say. */
export const isFilled = (draft: Auth0Draft): boolean => Object.values(tidied(draft)).every(Boolean)

/** One line of an address list, as Auth0 takes it. */
export const joined = (...lists: readonly (readonly string[])[]): string =>
  [...new Set(lists.flat())].join(', ')
