import { addressKey } from '#kernel/limits.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import { onceByKey } from '#kernel/http/idempotency.ts'
import type { Attempt } from '#kernel/http/idempotency.ts'
import { itemSale } from '#features/orders/item-sale.ts'
import { letterLanguage } from '#features/orders/letter-language.ts'
import { startOrder } from '#features/orders/start-order.ts'
import type { PurchaseRequest, PurchaseStarted } from './endpoints.ts'

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

async function purchaseOnce(c: RouteContext<PurchaseRequest>, attempt: Attempt): Promise<PurchaseStarted> {
  const { kernel, claims, input } = c
  await kernel.limits.take('purchase', networkOf(c), PER_ADDRESS)
  const sale = await itemSale(kernel, claims, {
    itemId: input.item_id,
    quantity: input.quantity ?? 1,
    seen: input.seen,
  })
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
