import { endpoint } from '#kernel/browser/endpoint.ts'

/**
 * Who made a change: the tenant's owner, another creator, an end user, the service key, a visitor who is not signed in, or
 * the server itself (jobs, the payment provider).
 */
export type ActorKind = 'owner' | 'staff' | 'person' | 'service' | 'visitor' | 'system'

/** What was changed. */
export type ChangeKind =
  | 'settings'
  | 'sign-in'
  | 'payments'
  | 'products'
  | 'people'
  | 'customers'
  | 'orders'
  | 'files'
  | 'webhooks'
  | 'blocks'

/** A change as it was recorded. Times are ISO 8601. */
export interface Change {
  id: string
  at: string
  /** A stable name, such as `role.created`. */
  act: string
  /** The table, such as `public.roles`. */
  relation: string
  row_id: string
  /** The row's name at that time; for a row of an end user, their email address now. Empty if neither exists. */
  row_name: string
  actor_kind: ActorKind
  /** Null for the service key, visitors and the server. */
  actor_id: string | null
  /** The actor's email address now; empty if the account was deleted. */
  actor_name: string
  /** Id of the application that acted for them. */
  actor_app: string | null
  /** The network of the address, such as `203.0.113.0/24`. */
  network: string | null
  /** For example `Firefox on Windows`. */
  agent: string | null
  /** `x-request-id` of the response, and of the log lines of the request. */
  request_id: string | null
  /** Values of the changed columns: null when the row was created. */
  before: Record<string, unknown> | null
  /** Null when the row was deleted. */
  after: Record<string, unknown> | null
  /** Columns that were changed as well, but whose values are secret or about an end user. */
  hidden: string[]
}

export interface ChangesQuery {
  tenantId: string
  who?: ActorKind
  kind?: ChangeKind
  /** Changes of the last so many days. */
  days?: number
  /** A substring of a name or an act, or a whole id: of a row, an actor or a request. */
  q?: string
}

export interface ChangesPage {
  /** Newest first. */
  changes: Change[]
  /** Send it as `cursor` to get the next page; null on the last page. */
  next: string | null
  /** How many days changes are kept. */
  kept_days: 30 | 90 | 365
}

/** What was changed at the caller's own tenant. 404 tenant_not_found. */
export const listChanges = endpoint<ChangesQuery & { cursor?: string; limit?: number }, ChangesPage>(
  'GET',
  '/tenant-audit/:tenantId/changes',
)

/** The same changes as a CSV file (text/csv, at most 20,000 rows). Cells that a spreadsheet would execute are escaped. */
export const exportChanges = endpoint<ChangesQuery, string>('GET', '/tenant-audit/:tenantId/changes.csv')

/** Sets how long changes are kept. Older ones are deleted the following night. */
export const keepChanges = endpoint<{ tenantId: string; kept_days: 30 | 90 | 365 }, { kept_days: number }>(
  'PUT',
  '/tenant-audit/:tenantId/settings',
)
