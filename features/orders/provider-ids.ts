import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'

/** The provider's ids of an order. Only the server may read them. */
export interface ProviderIds {
  account: string
  mode: PaymentMode
  customer: string | null
  subscription: string | null
  invoice: string | null
  payment: string | null
}

/**
 * Reads the provider's ids of an order.
 * @param order an order that the caller is known to be allowed to read
 */
export async function accountOf(
  kernel: Kernel,
  order: { tenant_id: string; id: string },
): Promise<ProviderIds> {
  const row = await kernel.database.asService('closed: provider ids of an order', (db) =>
    db
      .selectFrom('orders')
      .select(['stripe_account_id', 'mode', 'stripe_customer_id', 'stripe_subscription_id'])
      .select(['stripe_invoice_id', 'stripe_payment_intent_id'])
      .where('tenant_id', '=', order.tenant_id)
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow(),
  )
  return {
    account: row.stripe_account_id,
    mode: row.mode as PaymentMode,
    customer: row.stripe_customer_id,
    subscription: row.stripe_subscription_id,
    invoice: row.stripe_invoice_id,
    payment: row.stripe_payment_intent_id,
  }
}
