const LOOPBACK = ['127.0.0.1', '[::1]']

/**
 * Whether an address is the registered one: letter for letter (RFC 9700 2.1), but for the port of an application on
 * the person's own machine, which takes any that is free (RFC 8252 7.3).
 */
export function redirectUriMatches(known: string, given: string): boolean {
  if (known === given) return true
  if (!URL.canParse(given) || !URL.canParse(known)) return false
  const [a, b] = [new URL(known), new URL(given)]
  if (a.protocol !== 'http:' || !LOOPBACK.includes(a.hostname)) return false
  b.port = a.port
  return a.href === b.href && !given.includes('#')
}

/** The address with parameters added to its query; null is left out. */
export function withParameters(address: string, parameters: Record<string, string | null>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value)
  return url.href
}
