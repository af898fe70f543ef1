import type { Config } from '#kernel/config.ts'

/** Labels of letters, digits and hyphens followed by `.auth0.com`, and nothing before or after. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+auth0\.com$/

/** Normalizes an Auth0 domain. Returns undefined for any other text, whatever its ending. */
export function auth0Domain(text: string): string | undefined {
  const domain = text.toLowerCase()
  // Lower-casing maps some non-ASCII letters to ASCII, so the typed text itself must be ASCII.
  return /^[\x21-\x7e]{1,253}$/.test(text) && DOMAIN.test(domain) ? domain : undefined
}

/**
 * The address of an Auth0 domain without a trailing slash; its issuer is this plus a slash. It is the domain
 * under https, unless the operator has configured a stand-in for it.
 */
export const auth0Address = ({ auth }: Config, domain: string): string =>
  (Object.hasOwn(auth.auth0Overrides, domain) && auth.auth0Overrides[domain]) || `https://${domain}`
