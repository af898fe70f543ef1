import { EMPTY_VIEW, readView } from './grid-view.ts'
import type { GridView, SavedView } from './grid-view.ts'

/** What a browser remembers of one table for one user. */
export interface StoredViews {
  current: GridView
  saved: SavedView[]
}

const key = (userId: string | undefined, tableId: string) => `grid-views:${userId ?? ''}:${tableId}`

/** The stored views; empty if there are none, or if the storage cannot be read. */
export function loadViews(userId: string | undefined, tableId: string): StoredViews {
  try {
    const { current, saved } = JSON.parse(localStorage.getItem(key(userId, tableId)) ?? '{}') as Partial<
      Record<keyof StoredViews, unknown>
    >
    const list = Array.isArray(saved) ? (saved as { name?: unknown }[]) : []
    return {
      current: readView(current) ?? EMPTY_VIEW,
      saved: list.flatMap((each) => {
        const view = readView(each)
        return view && typeof each.name === 'string' ? [{ ...view, name: each.name }] : []
      }),
    }
  } catch {
    return { current: EMPTY_VIEW, saved: [] }
  }
}

/** Without storage, the views last until the page is left. */
export function saveViews(userId: string | undefined, tableId: string, views: StoredViews): void {
  try {
    localStorage.setItem(key(userId, tableId), JSON.stringify(views))
  } catch {
    // Private windows and full storage.
  }
}
