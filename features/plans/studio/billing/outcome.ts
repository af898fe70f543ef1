/** The checkout outcome in the billing page's address. It is not trusted until the server confirms it. */
export type Outcome = 'plan' | 'ok' | 'cancel' | 'unknown'

const NAMES = ['ok', 'cancel'] as const

/**
 * `?ok`, `?ok=1` and `?status=ok` are equal, and likewise for `cancel`. No query shows the plan; any other is
 * unknown.
 */
export function readOutcome(query: URLSearchParams): Outcome {
  if (query.size === 0) return 'plan'
  return NAMES.find((name) => query.has(name) || query.get('status') === name) ?? 'unknown'
}
