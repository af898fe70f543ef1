import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { newToken, tokenHash } from '#kernel/one-time-token.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { CHECKOUT_AWAY, orderErrors } from './errors.ts'
import { wayBack } from './way-back.ts'

/** What is sold, as the server read it from the seller's own table. */
export interface Sale {
  tenantId: string
  /** The selling block, for example `pay`. */
  seller: string
  /** Plan of the tenant's owner that live sales need. */
  plan: string
  sourceId: string
  name: string
  description: string | null
  /** Minor units of `currency`. */
  amount: number
  currency: string
}

export interface Buyer {
  /** The tenant's end user, when signed in. */
  userId?: string
  email?: string
  /** The page to come back to. */
  pageUrl: string
}

export interface StartedOrder {
  orderId: string
  /** Hosted checkout; goes to the provider's own page. */
  url: string
  /** Proof for asking the order's state; only its hash is kept. */
  receipt: string
}

/**
 * Opens a checkout on the tenant's own account (direct charge). The order stands as pending before the provider is
 * called, so that no payment can come without one.
 * @throws {AppError} bad_page, site_not_listed, cannot_sell; payments_refused or payments_unavailable of the provider
 */
export async function startOrder(kernel: Kernel, sale: Sale, buyer: Buyer): Promise<StartedOrder> {
  const [receipt, state] = [newToken(), newToken()]
  const order = await kernel.database.asService('start an order', (db) =>
    insertOrder(kernel, db, sale, buyer, { receipt, state }),
  )
  try {
    const session = await openCheckout(kernel, sale, buyer, order, state)
    await kernel.database.asService('keep the session of an order', (db) =>
      db
        .updateTable('orders')
        .set({ stripe_session_id: session.id })
        .where('tenant_id', '=', sale.tenantId)
        .where('id', '=', order.id)
        .execute(),
    )
    return { orderId: order.id, url: session.url!, receipt }
  } catch (error) {
    // Whatever the provider made of it: nobody holds the address of that checkout.
    await kernel.database.asService('close an order that could not start', (db) =>
      db
        .updateTable('orders')
        .set({ status: 'failed' })
        .where('tenant_id', '=', sale.tenantId)
        .where('id', '=', order.id)
        .where('status', '=', 'pending')
        .execute(),
    )
    throw providerError(error, CHECKOUT_AWAY)
  }
}

interface OpenOrder {
  id: string
  mode: PaymentMode
  account: string
}

async function insertOrder(
  kernel: Kernel,
  db: Db,
  sale: Sale,
  buyer: Buyer,
  proof: { receipt: string; state: string },
): Promise<OpenOrder> {
  const tenant = await db
    .selectFrom('tenants')
    .select(['allowed_origins', 'stripe_mode'])
    .where('id', '=', sale.tenantId)
    .executeTakeFirst()
  if (!tenant) throw orderErrors.cannot_sell()
  if (!URL.canParse(buyer.pageUrl)) throw orderErrors.bad_page()
  const page = wayBack(buyer.pageUrl, tenant, kernel.config.publicUrl)
  if (!page) throw orderErrors.site_not_listed()
  const { account, mode } = await sellingAccount(kernel, db, sale)
  const { id } = await db
    .insertInto('orders')
    .values({
      tenant_id: sale.tenantId,
      mode,
      seller: sale.seller,
      source_id: sale.sourceId,
      name: sale.name,
      amount_total: sale.amount,
      currency: sale.currency,
      auth_user_id: buyer.userId ?? null,
      email: buyer.email ?? null,
      stripe_account_id: account,
      page_url: page.href,
      state_hash: tokenHash(proof.state),
      receipt_hash: tokenHash(proof.receipt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, mode, account }
}

async function sellingAccount(kernel: Kernel, db: Db, { tenantId, plan }: Sale) {
  const { rows } = await sql<{ mode: PaymentMode; account: string }>`
    select mode, account_id as account from app.selling_account(${tenantId}, ${plan})`.execute(db)
  const [found] = rows
  if (!found || !kernel.payments.configured(found.mode)) throw orderErrors.cannot_sell()
  return found
}

function openCheckout(kernel: Kernel, sale: Sale, buyer: Buyer, order: OpenOrder, state: string) {
  const { publicUrl } = kernel.config
  const metadata = { tenant_id: sale.tenantId, item_id: sale.sourceId, order_id: order.id }
  return kernel.payments.client(order.mode).checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: sale.currency,
            unit_amount: sale.amount,
            product_data: {
              name: sale.name,
              ...(sale.description ? { description: sale.description } : {}),
            },
          },
        },
      ],
      client_reference_id: order.id,
      metadata,
      payment_intent_data: { metadata },
      ...(buyer.email ? { customer_email: buyer.email } : {}),
      success_url: `${publicUrl}/checkout/return?session_id={CHECKOUT_SESSION_ID}&state=${state}`,
      cancel_url: `${publicUrl}/checkout/cancel?state=${state}`,
    },
    { stripeAccount: order.account, idempotencyKey: `order:${order.id}` },
  )
}
