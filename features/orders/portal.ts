import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone, providerError } from '#kernel/payments/provider-error.ts'
import { CHECKOUT_AWAY, orderErrors } from './errors.ts'
import type { SellingAccount } from './payment-facts.ts'
import { accountOf } from './provider-ids.ts'
import { ownPurchase } from './purchases.ts'
import { wayBack } from './return/way-back.ts'

/** Marks our own set-up of the portal on a tenant's account; another number when what it offers changes. */
const SET_UP = 'bolt-blocks-1'

/**
 * The provider's page where the buyer of a recurring purchase changes the card, sees invoices and cancels. It leads back
 * to the page the buyer stands on, which must be one of the tenant's sites.
 * @throws {AppError} order_not_found, not_recurring, site_not_listed, shop_away; payments_unavailable
 */
export async function openPortal(
  kernel: Kernel,
  claims: Claims,
  { purchase_id, page_url }: { purchase_id: string; page_url: string },
): Promise<{ url: string }> {
  const order = await ownPurchase(kernel, claims, purchase_id)
  const { customer, subscription, account, mode } = await accountOf(kernel, order)
  if (!customer || !subscription) throw orderErrors.not_recurring()
  const back = await pageOf(kernel, order.tenant_id, page_url)
  const configuration = await configurationOf(kernel, { account, mode }).catch(refuse)
  const { url } = await kernel.payments
    .client(mode)
    .billingPortal.sessions.create({ customer, configuration, return_url: back }, { stripeAccount: account })
    .catch(refuse)
  return { url }
}

function refuse(error: unknown): never {
  if (isGone(error)) throw orderErrors.shop_away({ cause: error })
  throw providerError(error, CHECKOUT_AWAY)
}

async function pageOf(kernel: Kernel, tenantId: string, pageUrl: string): Promise<string> {
  const tenant = await kernel.database.asService('sites of a tenant', (db) =>
    db
      .selectFrom('tenants')
      .select(['allowed_origins', 'stripe_mode'])
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow(),
  )
  if (!URL.canParse(pageUrl)) throw orderErrors.bad_page()
  const page = wayBack(pageUrl, tenant, kernel.config.publicUrl)
  if (!page) throw orderErrors.site_not_listed()
  return page.href
}

/** Ours on that account; made at the first visit, since an account starts without any. */
async function configurationOf(kernel: Kernel, { account, mode }: SellingAccount): Promise<string> {
  const { configurations } = kernel.payments.client(mode).billingPortal
  const on = { stripeAccount: account }
  const { data } = await configurations.list({ active: true, limit: 100 }, on)
  const known = data.find(({ metadata }) => metadata?.made_by === SET_UP)
  if (known) return known.id
  const made = await configurations.create(
    {
      features: {
        customer_update: { enabled: true, allowed_updates: ['email', 'address'] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
      },
      metadata: { made_by: SET_UP },
    },
    { ...on, idempotencyKey: `portal:${account}:${SET_UP}` },
  )
  return made.id
}
