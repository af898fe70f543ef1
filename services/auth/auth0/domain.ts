import type { Config } from '#kernel/config.ts'

/** Labels of letters, digits and hyphens, then `.auth0.com`, and nothing around them. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+auth0\.com$/

/** A domain of Auth0 in its one spelling; undefined for everything else, however it ends. */
export function auth0Domain(text: string): string | undefined {
  const domain = text.toLowerCase()
  // Lower case folds letters of other alphabets into these: what was typed has to be ASCII already.
  return /^[\x21-\x7e]{1,253}$/.test(text) && DOMAIN.test(domain) ? domain : undefined
}

/**
 * Where a domain of Auth0 answers, without a slash at the end; its issuer is this and a slash. It is the domain under
 * https, unless the operator says that a stand-in answers for it.
 */
export const auth0Address = ({ auth }: Config, domain: string): string =>
  (Object.hasOwn(auth.auth0Overrides, domain) && auth.auth0Overrides[domain]) || `https://${domain}`
