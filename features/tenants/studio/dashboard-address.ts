/** What the dashboard shows over its list, as it stands in the address: a reload and a shared link bring it back. */
export type DashboardAddress =
  | { dialog: 'create' }
  | { dialog: 'theme' | 'embed' | 'connect'; tenant: string }
  | { dialog: 'settings'; tenant: string; tab: string }
  | { dialog?: undefined }

/** Parameters of dialogs; what else stands in the address belongs to the page and stays. */
const OWN = ['dialog', 'tenant', 'tab', 'product', 'auth0']

/** Reads the dialog out of a query; anything incomplete or unknown means none. */
export function readDashboardAddress(query: URLSearchParams): DashboardAddress {
  const dialog = query.get('dialog')
  const tenant = query.get('tenant')
  if (dialog === 'create') return { dialog }
  if (!tenant) return {}
  if (dialog === 'theme' || dialog === 'embed' || dialog === 'connect') return { dialog, tenant }
  if (dialog === 'settings') return { dialog, tenant, tab: query.get('tab') ?? 'general' }
  return {}
}

/** The query in which `next` is open and everything that is not about dialogs is kept. */
export function writeDashboardAddress(query: URLSearchParams, next: DashboardAddress): string {
  const result = new URLSearchParams(query)
  for (const name of OWN) result.delete(name)
  for (const [name, value] of Object.entries(next)) if (value) result.set(name, value)
  return result.size ? `?${result}` : ''
}
