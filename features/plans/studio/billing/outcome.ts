/** What the address of the billing page says of a checkout; nothing of it is believed before the server agrees. */
export type Outcome = 'plan' | 'ok' | 'cancel' | 'unknown'

const NAMES = ['ok', 'cancel'] as const

/** `?ok`, `?ok=1` and `?status=ok` are one; the same for `cancel`; no query is the plan, any other is unknown. */
export function readOutcome(query: URLSearchParams): Outcome {
  if (query.size === 0) return 'plan'
  return NAMES.find((name) => query.has(name) || query.get('status') === name) ?? 'unknown'
}
