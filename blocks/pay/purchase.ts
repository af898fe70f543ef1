import { addressKey } from '#kernel/limits.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import { startOrder } from '#features/orders/start-order.ts'
import { block } from './block.ts'
import type { PurchaseRequest, PurchaseStarted } from './endpoints.ts'
import { payErrors } from './errors.ts'

/** Each checkout costs a call to the provider: a person needs few of them. */
const PER_ADDRESS = { points: 60, seconds: 600 }

/**
 * Starts a checkout of one product. The visitor's own claims read it, so that an inactive product or one of another
 * tenant is not there; name and price are the row's.
 * @throws {AppError} item_unavailable, and what startOrder throws
 */
export async function startPurchase(c: RouteContext<PurchaseRequest>): Promise<PurchaseStarted> {
  const { kernel, claims, input } = c
  const tenantId = claims.tenant!
  await kernel.limits.take('purchase', `${tenantId} ${addressKey(c.clientIp)}`, PER_ADDRESS)
  const item = await kernel.database.withClaims(claims, (db) =>
    db
      .selectFrom('items')
      .select(['id', 'name', 'description', 'price_cents', 'currency'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', input.item_id)
      .where('active', '=', true)
      .executeTakeFirst(),
  )
  if (!item) throw payErrors.item_unavailable()
  const sale = {
    tenantId,
    seller: block.name,
    plan: block.plan,
    sourceId: item.id,
    name: item.name,
    description: item.description,
    amount: item.price_cents,
    currency: item.currency,
  }
  const signedIn = claims.role === 'end_user' ? { userId: claims.sub, email: claims.email } : {}
  const { url, receipt } = await startOrder(kernel, sale, { ...signedIn, pageUrl: input.page_url })
  return { url, receipt }
}
