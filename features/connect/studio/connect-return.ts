/** What the provider's way back left in the address of /studio. */
export type ConnectReturn =
  | { outcome: 'connected'; tenant: string }
  | { outcome: 'incomplete'; tenant: string | undefined }
  | { outcome: 'failed'; words: string }

/** Why an authorization connected nothing (server: features/connect/oauth). */
const REFUSALS: Record<string, string> = {
  denied: 'You declined at Stripe. Nothing was connected.',
  in_use: 'This Stripe account is connected to a tenant already. Choose another one.',
  wrong_mode: 'Stripe answered for the other mode. Nothing was connected.',
  unknown: 'The way back from Stripe was too old or from another browser. Connect Stripe again.',
}

/** Reads the way back out of a query; anything else means that nobody came back. */
export function readConnectReturn(query: URLSearchParams): ConnectReturn | undefined {
  const tenant = query.get('tenant') || undefined
  const outcome = query.get('stripe')
  if (outcome === 'failed') return { outcome, words: refusalWords(query.get('reason'), query.get('code')) }
  if (outcome === 'incomplete') return { outcome, tenant }
  if (outcome === 'connected' && tenant) return { outcome, tenant }
  return undefined
}

/** Only words of ours, and of the provider's only its short codes: an address may come from anybody. */
function refusalWords(reason: string | null, code: string | null): string {
  const known = Object.hasOwn(REFUSALS, reason ?? '') ? REFUSALS[reason!] : undefined
  if (known) return known
  return code && /^[a-z_]{1,40}$/.test(code)
    ? `Stripe refused the connection (${code}).`
    : 'Stripe refused the connection.'
}
