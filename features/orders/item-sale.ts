import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { orderErrors } from './errors.ts'
import type { Sale } from './start-order.ts'

/** Sells the products of `public.items`, for whatever leads to their checkout. */
export const ITEM_SELLER = 'pay'
/** The plan that live sales of products need. */
export const ITEM_PLAN = 'pro'

/**
 * SQL of a product's picture with address and size, or null; needs the columns of `public.items`. The address contains the
 * hash of the bytes, so browsers can cache it forever.
 */
export const PICTURE_SQL = `(select json_build_object(
    'url', '/item-pictures/' || p.tenant_id || '/' || p.item_id || '/' || p.hash || '.webp',
    'width', p.width, 'height', p.height)
  from public.item_pictures p where p.tenant_id = items.tenant_id and p.item_id = items.id)`

/** The terms of a product as a page showed them. */
export interface Terms {
  price_cents: number
  currency: string
  interval: Sale['interval']
}

/** A product as this caller may buy it now. */
export interface ItemOffer extends Terms {
  id: string
  name: string
  description: string | null
  per_seat: boolean
  /** Units one buyer can buy now; null is unlimited. */
  available: number | null
  may_buy: boolean
  picture: { url: string } | null
}

/**
 * Reads a product with the caller's own claims, so that inactive and hidden products and those of other tenants are not
 * found. Name, price and interval come from the row.
 */
export async function itemOffer(
  kernel: Kernel,
  claims: Claims,
  itemId: string,
): Promise<ItemOffer | undefined> {
  const found = await kernel.database.withClaims(claims, (db) =>
    db
      .selectFrom('items')
      .innerJoin(sql<Offer>`app.my_offer(${itemId})`.as('offer'), 'offer.item_id', 'items.id')
      .select(['id', 'name', 'description', 'currency', 'interval', 'per_seat', 'available'])
      .select(['offer.price_cents', 'offer.may_buy'])
      .select(sql<ItemOffer['picture']>`${sql.raw(PICTURE_SQL)}`.as('picture'))
      .where('tenant_id', '=', claims.tenant!)
      .where('id', '=', itemId)
      .where('active', '=', true)
      .executeTakeFirst(),
  )
  return found && { ...found, interval: found.interval as Sale['interval'] }
}

/**
 * The sale of a product to this caller, at the price that the server has for them now.
 * @param seen the terms that the buyer was shown; they set no price
 * @throws {AppError} item_unavailable, members_only, price_changed; so does its `confirm`
 */
export async function itemSale(
  kernel: Kernel,
  claims: Claims,
  { itemId, quantity, seen }: { itemId: string; quantity: number; seen?: Terms | undefined },
): Promise<Sale> {
  const item = await itemOffer(kernel, claims, itemId)
  if (!item) throw orderErrors.item_unavailable()
  const { price_cents, currency, interval } = item
  checkOffer(item, seen ?? item)
  return {
    tenantId: claims.tenant!,
    seller: ITEM_SELLER,
    plan: ITEM_PLAN,
    sourceId: item.id,
    name: item.name,
    description: item.description,
    picture: item.picture?.url ?? null,
    amount: price_cents,
    currency,
    quantity,
    interval,
    perSeat: item.per_seat,
    limited: item.available !== null,
    confirm: (db) => confirmOffer(db, item.id, claims, { price_cents, currency, interval }),
  }
}

/** What a product is to this caller now (app.offers). */
interface Offer {
  item_id: string
  may_buy: boolean
  price_cents: number
}

/**
 * Checks in the order's transaction, which has locked the product, that the caller may still buy it at this price: a
 * role, purchase or time may have ended since it was read.
 */
async function confirmOffer(
  db: Db,
  itemId: string,
  { tenant, role, sub }: Claims,
  expected: Terms,
): Promise<void> {
  const member = role === 'end_user' ? sub : null
  const { rows } = await sql<Terms & Offer>`
    select o.may_buy, o.price_cents, i.currency, i.interval
    from app.offers(${tenant}, ${member}, ${itemId}) o
    join public.items i on i.tenant_id = ${tenant} and i.id = o.item_id`.execute(db)
  if (!rows[0]) throw orderErrors.item_unavailable()
  checkOffer(rows[0], expected)
}

/** @throws {AppError} members_only; price_changed with the current terms when they are not the expected ones */
function checkOffer(
  { may_buy, price_cents, currency, interval }: Terms & Pick<Offer, 'may_buy'>,
  expected: Terms,
): void {
  if (!may_buy) throw orderErrors.members_only()
  if (
    price_cents !== expected.price_cents ||
    currency !== expected.currency ||
    interval !== expected.interval
  )
    throw orderErrors.price_changed({ details: { price_cents, currency, interval } })
}
