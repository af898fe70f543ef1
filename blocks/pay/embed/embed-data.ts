import type { Kernel } from '#kernel/kernel.ts'
import { listedSite } from '#kernel/listed-site.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { readCatalogue } from '../catalogue.ts'
import type { CheckoutPageData, FramePageData, PayPageData } from './data-types.ts'

/** What is for sale, and how it can be bought now. */
export async function loadPayData(
  kernel: Kernel,
  { tenant, claims }: EmbedRequest,
): Promise<Pick<PayPageData, 'items' | 'canSell' | 'overlay'>> {
  const { items, canSell } = await readCatalogue(kernel, claims, tenant.id)
  return { items, canSell, overlay: canSell && kernel.payments.canFrame(tenant.stripe_mode) }
}

/** What the inner frame runs. */
export async function loadFrameData({
  payments,
}: Kernel): Promise<Pick<FramePageData, 'passing' | 'inner' | 'script'>> {
  return { passing: true, inner: true, script: payments.browserScript().url }
}

/** Where the window of a checkout may lead back to. */
export async function loadCheckoutData(
  { config }: Kernel,
  { tenant, url }: EmbedRequest,
): Promise<Pick<CheckoutPageData, 'passing' | 'site'>> {
  return { passing: true, site: listedSite(config.publicUrl, tenant, url.searchParams.get('back')) }
}
