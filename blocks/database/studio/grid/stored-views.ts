/** A view that this browser has from before views were stored on the server. */
export interface OldView {
  /** Given once, so that carrying it over twice stores it once. */
  id: string
  name: string
  /** As `viewOf` reads it. */
  design: unknown
}

/** What a browser remembers of one table for one user. */
export interface StoredViews {
  /** The view as the user left it, as `viewOf` reads it. */
  current?: unknown
  /** The named view that it was made of, with the design that this one had as JSON. */
  chosen?: { id: string; design: string } | undefined
  /** Not on the server yet. */
  saved: OldView[]
}

const key = (userId: string | undefined, tableId: string) => `grid-views:${userId ?? ''}:${tableId}`

/** The stored views; empty if there are none, or if the storage cannot be read. */
export function loadViews(userId: string | undefined, tableId: string): StoredViews {
  try {
    const stored = JSON.parse(localStorage.getItem(key(userId, tableId)) ?? '{}') as Record<string, unknown>
    const { id, design } = (stored['chosen'] ?? {}) as Record<string, unknown>
    const list = Array.isArray(stored['saved']) ? (stored['saved'] as Record<string, unknown>[]) : []
    return {
      current: stored['current'],
      chosen: typeof id === 'string' && typeof design === 'string' ? { id, design } : undefined,
      saved: list.flatMap(({ id: known, name, design: own, ...older }) =>
        typeof name === 'string'
          ? [{ id: typeof known === 'string' ? known : crypto.randomUUID(), name, design: own ?? older }]
          : [],
      ),
    }
  } catch {
    return { saved: [] }
  }
}

/** Without storage, the view lasts until the page is left. */
export function saveViews(userId: string | undefined, tableId: string, views: StoredViews): void {
  try {
    localStorage.setItem(key(userId, tableId), JSON.stringify(views))
  } catch {
    // Private windows and full storage.
  }
}
