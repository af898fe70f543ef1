import type { Currency } from '#kernel/browser/currencies.ts'
import { endpoint } from '#kernel/browser/endpoint.ts'
import type { Picture } from './endpoints.ts'

/** A product as shown in the Studio. */
export interface Item {
  id: string
  tenant_id: string
  name: string
  description: string | null
  /** Minor units of `currency`. */
  price_cents: number
  currency: Currency
  active: boolean
  /** Billing interval; null for a one-time payment. */
  interval: 'week' | 'month' | 'year' | null
  /** Sold per seat of a team; only recurring products are. */
  per_seat: boolean
  /** Units left, including those in open checkouts; null when stock is not tracked. */
  stock: number | null
  /** Units reserved by open checkouts. */
  held: number
  picture: Picture | null
  /** Who may buy it: an audience of the tenant (`docs/decisions/057`); null: everyone. */
  audience_id: string | null
  /** Visitors outside that audience do not see it. Otherwise they see for whom it is. */
  hidden_from_others: boolean
  /** The audience that pays `member_price_cents` instead; both or neither are null. */
  member_audience_id: string | null
  member_price_cents: number | null
  /** ISO 8601. */
  created_at: string
}

/**
 * The fields a creator can set. An omitted field takes the default on create and stays unchanged on update.
 */
export interface ItemFields {
  name: string
  /** An empty string is stored as null. */
  description?: string | null
  /** Minor units of the currency. If it has three decimals, the last digit is 0. */
  price_cents: number
  currency?: Item['currency']
  active?: boolean
  interval?: Item['interval']
  per_seat?: boolean
  /** Null: unlimited. */
  stock?: number | null
  /** Base64 of a JPEG, PNG or WebP file of at most 25 megapixels; the server scales it down. Null removes the picture. */
  picture?: string | null
  audience_id?: Item['audience_id']
  hidden_from_others?: boolean
  member_audience_id?: Item['member_audience_id']
  /** Less than `price_cents`. */
  member_price_cents?: Item['member_price_cents']
}

/** An update of a product. */
export interface ItemChanges extends Partial<ItemFields> {
  /** The stock shown when `stock` was entered, so that sales in between are not overwritten. */
  stock_was?: number | null
}

/** Newest first. */
export const listItems = endpoint<{ tenantId: string }, Item[]>('GET', '/tenant-items/:tenantId/items')
export const createItem = endpoint<{ tenantId: string } & ItemFields, Item>(
  'POST',
  '/tenant-items/:tenantId/items',
)
/** The product that every new tenant gets (migrations/202611200050_items.sql). */
export const SAMPLE_ITEM = { name: 'Sample product', price_cents: 1000 } as const

/** Creates the sample product of a new tenant again, if the tenant has no product. */
export const createStarterItem = endpoint<{ tenantId: string }, { created: boolean }>(
  'POST',
  '/tenant-items/:tenantId/starter',
)
export const updateItem = endpoint<{ itemId: string } & ItemChanges, Item>('PUT', '/item-operations/:itemId')
/** The picture as a data URL, for inactive products too. */
export const readItemPicture = endpoint<{ itemId: string }, { data_url: string }>(
  'GET',
  '/item-operations/:itemId/picture',
)
export const deleteItem = endpoint<{ itemId: string }, { success: true }>(
  'DELETE',
  '/item-operations/:itemId',
)
