export interface ModeIntent {
  tenant: string
  to: 'test' | 'live'
}

/** Uses the product's storage prefix, so that signing out clears it. */
const KEY = 'bb:mode-intent'
/** Longest time from the dialog to the page. */
const GOOD_FOR_MS = 60_000

/** The methods of session storage in use. Other sites cannot write it, and it belongs to this tab alone. */
export type IntentStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Records in this tab that the user clicked the button of the confirm dialog. */
export function leaveIntent(store: IntentStore, { tenant, to }: ModeIntent, now = Date.now()): void {
  store.setItem(KEY, JSON.stringify({ tenant, to, at: now }))
}

/** Consumes the intent: true once, for the tenant and mode of the dialog, within a minute. */
export function takeIntent(store: IntentStore, wanted: ModeIntent, now = Date.now()): boolean {
  const text = store.getItem(KEY)
  store.removeItem(KEY)
  if (text === null) return false
  try {
    const { tenant, to, at } = JSON.parse(text) as Record<string, unknown>
    const age = typeof at === 'number' ? now - at : NaN
    return tenant === wanted.tenant && to === wanted.to && age >= 0 && age < GOOD_FOR_MS
  } catch {
    return false
  }
}

/**
 * The switch requested by the page's address; undefined for anything but a tenant and one of the two modes.
 */
export function readModeQuery(query: URLSearchParams): ModeIntent | undefined {
  const tenant = query.get('tenant')
  const to = query.get('to')
  return tenant && (to === 'test' || to === 'live') ? { tenant, to } : undefined
}
