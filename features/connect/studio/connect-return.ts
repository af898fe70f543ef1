/** The outcome that the provider's return URL left in the address of /studio. */
export type ConnectReturn =
  | { outcome: 'connected'; tenant: string }
  | { outcome: 'incomplete'; tenant: string | undefined }
  | { outcome: 'failed'; words: string }

/** Why an authorization connected nothing (reasons: features/connect/oauth). */
const REFUSALS: Record<string, string> = {
  denied: 'You declined at Stripe. Nothing was connected.',
  in_use: 'This Stripe account is already connected to a tenant. Choose another one.',
  wrong_mode: 'Stripe connected the other mode. Nothing was changed. Try again.',
  unknown: 'The link from Stripe expired or came from another browser. Connect Stripe again.',
}

/** Reads the outcome from a query; undefined when it is not a return from the provider. */
export function readConnectReturn(query: URLSearchParams): ConnectReturn | undefined {
  const tenant = query.get('tenant') || undefined
  const outcome = query.get('stripe')
  if (outcome === 'failed') return { outcome, words: refusalWords(query.get('reason'), query.get('code')) }
  if (outcome === 'incomplete') return { outcome, tenant }
  if (outcome === 'connected' && tenant) return { outcome, tenant }
  return undefined
}

/** Shows only our own messages, and only short codes of the provider: anyone can craft an address. */
function refusalWords(reason: string | null, code: string | null): string {
  const known = Object.hasOwn(REFUSALS, reason ?? '') ? REFUSALS[reason!] : undefined
  if (known) return known
  return code && /^[a-z_]{1,40}$/.test(code)
    ? `Stripe refused the connection (${code}).`
    : 'Stripe refused the connection.'
}
