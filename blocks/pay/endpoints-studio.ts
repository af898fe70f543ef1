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
  /** How many are left, those in open checkouts included; null where nobody counts. */
  stock: number | null
  /** How many of them open checkouts hold. */
  held: number
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
  /** Null: as many as anybody wants. */
  stock?: number | null
}

/** A change of a product. */
export interface ItemChanges extends Partial<ItemFields> {
  /** The stock that was seen when `stock` was typed: sales in between are not written over. */
  stock_was?: number | null
}

/** Newest first. */
export const listItems = endpoint<{ tenantId: string }, Item[]>('GET', '/tenant-items/:tenantId/items')
export const createItem = endpoint<{ tenantId: string } & ItemFields, Item>(
  'POST',
  '/tenant-items/:tenantId/items',
)
export const updateItem = endpoint<{ itemId: string } & ItemChanges, Item>('PUT', '/item-operations/:itemId')
export const deleteItem = endpoint<{ itemId: string }, { success: true }>(
  'DELETE',
  '/item-operations/:itemId',
)
