import { sql } from 'kysely'
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
 * @throws {AppError} item_unavailable, price_changed, and what onceByKey and startOrder throw
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
 * Reads the product with the visitor's own claims, so that inactive products and those of other tenants are
 * not found. Name, price and interval come from the row.
 */
async function purchaseOnce(c: RouteContext<PurchaseRequest>, attempt: Attempt): Promise<PurchaseStarted> {
  const { kernel, claims, input } = c
  const tenantId = claims.tenant!
  await kernel.limits.take('purchase', networkOf(c), PER_ADDRESS)
  const item = await kernel.database.withClaims(claims, (db) =>
    db
      .selectFrom('items')
      .select(['id', 'name', 'description', 'price_cents', 'currency', 'interval', 'per_seat', 'available'])
      .select(sql<Picture | null>`${sql.raw(PICTURE_SQL)}`.as('picture'))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', input.item_id)
      .where('active', '=', true)
      .executeTakeFirst(),
  )
  if (!item) throw payErrors.item_unavailable()
  if (input.seen && !isAsSeen(item, input.seen)) throw payErrors.price_changed()
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
    interval: item.interval as Interval | null,
    perSeat: item.per_seat,
    limited,
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

/** Whether the buyer would pay the price, currency and interval they were shown. */
const isAsSeen = (
  item: { price_cents: number; currency: string; interval: string | null },
  seen: SeenTerms,
): boolean =>
  item.price_cents === seen.price_cents && item.currency === seen.currency && item.interval === seen.interval
