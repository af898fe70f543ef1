import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone, providerError } from '#kernel/payments/provider-error.ts'
import { CHECKOUT_AWAY, orderErrors } from './errors.ts'
import type { SellingAccount } from './payment-facts.ts'
import { accountOf } from './provider-ids.ts'
import { ownPurchase } from './purchases.ts'
import { allowedReturnUrl } from './return/allowed-return-url.ts'

/**
 * Identifies our portal configuration on a tenant's account. Change the number when the configured features
 * change.
 */
const CONFIGURATION_MARK = 'bolt-blocks-1'

/**
 * Opens the provider's page where the buyer of a recurring purchase can change the card, see invoices and
 * cancel. It returns to the buyer's current page, which must be on one of the tenant's sites.
 * @throws {AppError} order_not_found, not_recurring, site_not_listed, shop_away; payments_unavailable
 */
export async function openPortal(
  kernel: Kernel,
  claims: Claims,
  { purchase_id, page_url }: { purchase_id: string; page_url: string },
): Promise<{ url: string }> {
  const order = await ownPurchase(kernel, claims, purchase_id)
  return { url: await portalAddress(kernel, order, () => returnUrlOf(kernel, order.tenant_id, page_url)) }
}

/**
 * Address of the provider's page for a recurring order, for a caller who may manage it.
 * @param back where that page leads back to; it has no way back without one
 * @throws {AppError} not_recurring, shop_away; payments_unavailable
 */
export async function portalAddress(
  kernel: Kernel,
  order: { tenant_id: string; id: string },
  back: () => Promise<string | undefined>,
): Promise<string> {
  const { customer, subscription, account, mode } = await accountOf(kernel, order)
  if (!customer || !subscription) throw orderErrors.not_recurring()
  const return_url = await back()
  const configuration = await configurationOf(kernel, { account, mode }).catch(refuse)
  const { url } = await kernel.payments
    .client(mode)
    .billingPortal.sessions.create(
      { customer, configuration, ...(return_url && { return_url }) },
      { stripeAccount: account },
    )
    .catch(refuse)
  return url
}

function refuse(error: unknown): never {
  if (isGone(error)) throw orderErrors.shop_away({ cause: error })
  throw providerError(error, CHECKOUT_AWAY)
}

async function returnUrlOf(kernel: Kernel, tenantId: string, pageUrl: string): Promise<string> {
  const tenant = await kernel.database.asService('closed: sites of a tenant', (db) =>
    db
      .selectFrom('tenants')
      .select(['allowed_origins', 'stripe_mode'])
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow(),
  )
  if (!URL.canParse(pageUrl)) throw orderErrors.bad_page()
  const page = allowedReturnUrl(pageUrl, tenant, kernel.config.publicUrl)
  if (!page) throw orderErrors.site_not_listed()
  return page.href
}

/**
 * Returns our portal configuration on the account. Accounts start without one, so the first visit creates it.
 */
async function configurationOf(kernel: Kernel, { account, mode }: SellingAccount): Promise<string> {
  const { configurations } = kernel.payments.client(mode).billingPortal
  const on = { stripeAccount: account }
  const { data } = await configurations.list({ active: true, limit: 100 }, on)
  const existing = data.find(({ metadata }) => metadata?.made_by === CONFIGURATION_MARK)
  if (existing) return existing.id
  const created = await configurations.create(
    {
      features: {
        customer_update: { enabled: true, allowed_updates: ['email', 'address'] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
      },
      metadata: { made_by: CONFIGURATION_MARK },
    },
    { ...on, idempotencyKey: `portal:${account}:${CONFIGURATION_MARK}` },
  )
  return created.id
}
