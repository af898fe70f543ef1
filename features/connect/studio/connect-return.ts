/** What the provider's way back left in the address of /studio. */
export type ConnectReturn =
  | { outcome: 'connected'; tenant: string }
  | { outcome: 'incomplete'; tenant: string | undefined }

/** Reads the way back out of a query; anything else means that nobody came back. */
export function readConnectReturn(query: URLSearchParams): ConnectReturn | undefined {
  const tenant = query.get('tenant') || undefined
  const outcome = query.get('stripe')
  if (outcome === 'incomplete') return { outcome, tenant }
  if (outcome === 'connected' && tenant) return { outcome, tenant }
  return undefined
}
