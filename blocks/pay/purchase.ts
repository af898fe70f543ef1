import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import { addressKey } from '#kernel/limits.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import { onceByKey } from '#kernel/http/idempotency.ts'
import type { Attempt } from '#kernel/http/idempotency.ts'
import { letterLanguage } from '#features/orders/letter-language.ts'
import { startOrder } from '#features/orders/start-order.ts'
import { block } from './block.ts'
import type { Interval, Picture, PurchaseRequest, PurchaseStarted, SeenTerms } from './endpoints.ts'
import { payErrors } from './errors.ts'
import { PICTURE_SQL } from './item-pictures.ts'

/** Each checkout costs a call to the provider, and a person needs few of them. */
const PER_ADDRESS = { points: 60, seconds: 600 }
/** Repeated calls with the same key only cost a database query. */
const PER_ADDRESS_REPEATED = { points: 600, seconds: 600 }

/**
 * Starts a checkout of one product, once per Idempotency-Key.
 * @throws {AppError} item_unavailable, members_only, price_changed, and what onceByKey and startOrder throw
 */
export async function startPurchase(c: RouteContext<PurchaseRequest>): Promise<PurchaseStarted> {
  await c.kernel.limits.take('purchase.asked', networkOf(c), PER_ADDRESS_REPEATED)
  return onceByKey(c, 'purchase', (attempt) => purchaseOnce(c, attempt))
}

/**
 * Rate-limits queries to the provider that a visitor triggers. @throws {AppError} when there were too many
 */
export const limitProviderQueries = (c: RouteContext<unknown>) =>
  c.kernel.limits.take('purchase.look', networkOf(c), PER_ADDRESS)

const networkOf = ({ claims, clientIp }: RouteContext<unknown>) => `${claims.tenant} ${addressKey(clientIp)}`

/**
 * Reads the product with the visitor's own claims, so that inactive and hidden products and those of other tenants are
 * not found. Name, price and interval come from the row.
 */
async function purchaseOnce(c: RouteContext<PurchaseRequest>, attempt: Attempt): Promise<PurchaseStarted> {
  const { kernel, claims, input } = c
  const tenantId = claims.tenant!
  await kernel.limits.take('purchase', networkOf(c), PER_ADDRESS)
  const item = await kernel.database.withClaims(claims, (db) =>
    db
      .selectFrom('items')
      .innerJoin(sql<Offer>`app.my_offers()`.as('offer'), 'offer.item_id', 'items.id')
      .select(['id', 'name', 'description', 'currency', 'interval', 'per_seat', 'available'])
      .select(['offer.price_cents', 'offer.may_buy'])
      .select(sql<Picture | null>`${sql.raw(PICTURE_SQL)}`.as('picture'))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', input.item_id)
      .where('active', '=', true)
      .executeTakeFirst(),
  )
  if (!item) throw payErrors.item_unavailable()
  const terms = { ...item, interval: item.interval as Interval | null }
  checkOffer(terms, input.seen ?? terms)
  const limited = item.available !== null
  const sale = {
    tenantId,
    seller: block.name,
    plan: block.plan,
    sourceId: item.id,
    name: item.name,
    description: item.description,
    picture: item.picture?.url ?? null,
    amount: item.price_cents,
    currency: item.currency,
    quantity: input.quantity ?? 1,
    interval: terms.interval,
    perSeat: item.per_seat,
    limited,
    confirm: (db: Db) => confirmOffer(db, tenantId, item.id, claims, terms),
  }
  const signedIn = claims.role === 'end_user' ? { userId: claims.sub, email: claims.email } : {}
  const buyer = {
    ...signedIn,
    pageUrl: input.page_url,
    ui: input.ui ?? 'page',
    earlier: input.instead_of ?? [],
    network: addressKey(c.clientIp),
    locale: letterLanguage(input.locale, c.request.headers.get('accept-language')),
  }
  const { url, receipt, embedded, ended } = await startOrder(kernel, sale, buyer, attempt)
  return { url, receipt, embedded, ended }
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
  tenantId: string,
  itemId: string,
  { role, sub }: Claims,
  expected: SeenTerms,
): Promise<void> {
  const member = role === 'end_user' ? sub : null
  const { rows } = await sql<SeenTerms & Offer>`
    select o.may_buy, o.price_cents, i.currency, i.interval
    from app.offers(${tenantId}, ${member}, ${itemId}) o
    join public.items i on i.tenant_id = ${tenantId} and i.id = o.item_id`.execute(db)
  if (!rows[0]) throw payErrors.item_unavailable()
  checkOffer(rows[0], expected)
}

/** @throws {AppError} members_only; price_changed with the current terms when they are not the expected ones */
function checkOffer(
  { may_buy, price_cents, currency, interval }: SeenTerms & Pick<Offer, 'may_buy'>,
  expected: SeenTerms,
): void {
  if (!may_buy) throw payErrors.members_only()
  if (
    price_cents !== expected.price_cents ||
    currency !== expected.currency ||
    interval !== expected.interval
  )
    throw payErrors.price_changed({ details: { price_cents, currency, interval } })
}
