import type { Kernel } from '#kernel/kernel.ts'
import { isGone, providerError } from '#kernel/payments/provider-error.ts'
import { PROVIDER_AWAY, orderErrors } from './errors.ts'
import { accountOf } from './provider-ids.ts'
import type { ProviderIds } from './provider-ids.ts'

/**
 * Returns the URL of the provider's invoice or receipt of an order. It is read on request because these pages
 * expire after some weeks.
 * @param order an order that the caller is known to be allowed to read
 * @throws {AppError} no_receipt, payments_unavailable
 */
export async function receiptOf(
  kernel: Kernel,
  order: { tenant_id: string; id: string },
): Promise<{ url: string }> {
  const ids = await accountOf(kernel, order)
  const url = await urlOf(kernel, ids).catch((error: unknown) => {
    if (isGone(error)) return null
    throw providerError(error, PROVIDER_AWAY)
  })
  if (!url) throw orderErrors.no_receipt()
  return { url }
}

async function urlOf(kernel: Kernel, { account, mode, invoice, payment }: ProviderIds) {
  const stripe = kernel.payments.client(mode)
  const on = { stripeAccount: account }
  if (invoice) {
    const { hosted_invoice_url } = await stripe.invoices.retrieve(invoice, {}, on)
    if (hosted_invoice_url) return hosted_invoice_url
  }
  if (!payment) return null
  const { latest_charge } = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] }, on)
  return latest_charge && typeof latest_charge === 'object' ? latest_charge.receipt_url : null
}
