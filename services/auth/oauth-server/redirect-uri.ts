const LOOPBACK = ['127.0.0.1', '[::1]']

/**
 * Whether an address equals the registered one, letter for letter (RFC 9700 2.1). Only the port may differ
 * for an application on the user's own machine, which takes any free port (RFC 8252 7.3).
 */
export function redirectUriMatches(known: string, given: string): boolean {
  if (known === given) return true
  if (!URL.canParse(given) || !URL.canParse(known)) return false
  const [a, b] = [new URL(known), new URL(given)]
  if (a.protocol !== 'http:' || !LOOPBACK.includes(a.hostname)) return false
  b.port = a.port
  return a.href === b.href && !given.includes('#')
}

/** Adds parameters to the query of an address; null values are left out. */
export function withParameters(address: string, parameters: Record<string, string | null>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value)
  return url.href
}
