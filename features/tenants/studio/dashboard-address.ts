/**
 * The dialog that the dashboard shows above its list. It is part of the URL, so reloads and shared links
 * restore it.
 */
export type DashboardAddress =
  | { dialog: 'create' }
  | { dialog: 'theme' | 'embed' | 'connect'; tenant: string }
  | { dialog: 'settings'; tenant: string; tab: string }
  | { dialog?: undefined }

/** Query parameters of dialogs. All others belong to the page and stay. */
const DIALOG_PARAMETERS = ['dialog', 'tenant', 'tab', 'product', 'auth0']

/** Reads the dialog from a query; an incomplete or unknown one means no dialog. */
export function readDashboardAddress(query: URLSearchParams): DashboardAddress {
  const dialog = query.get('dialog')
  const tenant = query.get('tenant')
  if (dialog === 'create') return { dialog }
  if (!tenant) return {}
  if (dialog === 'theme' || dialog === 'embed' || dialog === 'connect') return { dialog, tenant }
  if (dialog === 'settings') return { dialog, tenant, tab: query.get('tab') ?? 'general' }
  return {}
}

/** Returns the query that opens `next` and keeps all other parameters. */
export function writeDashboardAddress(query: URLSearchParams, next: DashboardAddress): string {
  const result = new URLSearchParams(query)
  for (const name of DIALOG_PARAMETERS) result.delete(name)
  for (const [name, value] of Object.entries(next)) if (value) result.set(name, value)
  return result.size ? `?${result}` : ''
}
