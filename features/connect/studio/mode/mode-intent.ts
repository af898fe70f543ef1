export interface ModeIntent {
  tenant: string
  to: 'test' | 'live'
}

/** Cleared with everything of the product when somebody signs out. */
const KEY = 'bb:mode-intent'
/** As long as the way from the dialog to the page may take. */
const GOOD_FOR_MS = 60_000

/** The part of session storage that is used; other sites cannot write it, and it is this tab's alone. */
export type IntentStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Says, in this tab, that somebody pressed the button of the confirm dialog. */
export function leaveIntent(store: IntentStore, { tenant, to }: ModeIntent, now = Date.now()): void {
  store.setItem(KEY, JSON.stringify({ tenant, to, at: now }))
}

/** Uses the intent up: true once, for the very tenant and mode of the dialog, within a minute. */
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

/** What the address of the page asks for; undefined for anything but a tenant and one of the two modes. */
export function readModeQuery(query: URLSearchParams): ModeIntent | undefined {
  const tenant = query.get('tenant')
  const to = query.get('to')
  return tenant && (to === 'test' || to === 'live') ? { tenant, to } : undefined
}
