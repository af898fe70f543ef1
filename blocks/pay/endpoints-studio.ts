import { endpoint } from '#kernel/browser/endpoint.ts'

/** A product as the Studio sees it. */
export interface Item {
  id: string
  tenant_id: string
  name: string
  description: string | null
  /** Minor units of `currency`. */
  price_cents: number
  currency: 'eur' | 'usd' | 'gbp'
  active: boolean
  /** How often it is paid; null for once. */
  interval: 'week' | 'month' | 'year' | null
  /** ISO 8601. */
  created_at: string
}

/** What a creator may say about a product; left out means the default on create, unchanged on update. */
export interface ItemFields {
  name: string
  /** Empty counts as none. */
  description?: string | null
  price_cents: number
  currency?: Item['currency']
  active?: boolean
  interval?: Item['interval']
}

/** Newest first. */
export const listItems = endpoint<{ tenantId: string }, Item[]>('GET', '/tenant-items/:tenantId/items')
export const createItem = endpoint<{ tenantId: string } & ItemFields, Item>(
  'POST',
  '/tenant-items/:tenantId/items',
)
export const updateItem = endpoint<{ itemId: string } & Partial<ItemFields>, Item>(
  'PUT',
  '/item-operations/:itemId',
)
export const deleteItem = endpoint<{ itemId: string }, { success: true }>(
  'DELETE',
  '/item-operations/:itemId',
)
