import { SEARCH_MAX } from '#kernel/browser/list-view.ts'
import type { ActorKind, ChangeKind } from '../endpoints.ts'

type Choice<Value extends string> = readonly { value: Value; label: string }[]

export const KINDS: Choice<'all' | ChangeKind> = [
  { value: 'all', label: 'All changes' },
  { value: 'settings', label: 'Settings' },
  { value: 'sign-in', label: 'Sign-in' },
  { value: 'payments', label: 'Payment account' },
  { value: 'products', label: 'Products' },
  { value: 'people', label: 'Roles and audiences' },
  { value: 'customers', label: 'Customers' },
  { value: 'orders', label: 'Refunds' },
  { value: 'files', label: 'File buckets' },
  { value: 'webhooks', label: 'Webhooks' },
  { value: 'blocks', label: 'My Blocks' },
]

export const ACTORS: Choice<'anyone' | ActorKind> = [
  { value: 'anyone', label: 'By anyone' },
  { value: 'owner', label: 'By the owner' },
  { value: 'staff', label: 'By staff' },
  { value: 'person', label: 'By a customer' },
  { value: 'service', label: 'By the service key' },
  { value: 'system', label: 'By the system' },
]

export const TIMES: Choice<'all' | '1' | '7' | '30'> = [
  { value: 'all', label: 'Any time' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
]

/** The changes that are shown. */
export interface AuditView {
  kind: (typeof KINDS)[number]['value']
  who: (typeof ACTORS)[number]['value']
  days: (typeof TIMES)[number]['value']
  q: string
}

export const ALL_CHANGES: AuditView = { kind: 'all', who: 'anyone', days: 'all', q: '' }

const oneOf = <Value extends string>(choice: Choice<Value>, text: string | null): Value =>
  choice.find(({ value }) => value === text)?.value ?? choice[0]!.value

/** Reads `kind`, `who`, `days` and `q` from the URL. Unknown values show all changes. */
export const readAuditView = (query: URLSearchParams): AuditView => ({
  kind: oneOf(KINDS, query.get('kind')),
  who: oneOf(ACTORS, query.get('who')),
  days: oneOf(TIMES, query.get('days')),
  q: (query.get('q') ?? '').trim().slice(0, SEARCH_MAX),
})

/** Returns the query string that shows `view`. Other parameters stay. */
export function writeAuditView(query: URLSearchParams, view: AuditView): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(view))
    if (value === ALL_CHANGES[name as keyof AuditView]) next.delete(name)
    else next.set(name, value)
  return next.size ? `?${next}` : ''
}

/** The view as the endpoint's query. */
export const queryOf = ({ kind, who, days, q }: AuditView) => ({
  ...(kind !== 'all' && { kind }),
  ...(who !== 'anyone' && { who }),
  ...(days !== 'all' && { days: Number(days) }),
  ...(q && { q }),
})
