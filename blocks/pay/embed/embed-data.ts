import type { Kernel } from '#kernel/kernel.ts'
import { listedSite } from '#kernel/listed-site.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { readCatalogue } from '../catalogue.ts'
import type { Catalogue } from '../endpoints.ts'
import { onlyItem } from './only-item.ts'
import type { CheckoutPageData, FramePageData, PayPageData } from './data-types.ts'

/** The products for sale, and how they can be bought now. */
export async function loadPayData(
  kernel: Kernel,
  { tenant, claims, url }: EmbedRequest,
): Promise<Pick<PayPageData, keyof Catalogue | 'overlay' | 'isHeadingHidden' | 'only'>> {
  const shown = await readCatalogue(kernel, claims, tenant.id)
  const named = url.searchParams.get('item')
  // A product that is no longer for sale leaves the others, so that the visitor is not before an empty page.
  const only = shown.items.find(({ id }) => id === named)?.id
  const isHeadingHidden = only !== undefined || url.searchParams.get('heading') === 'none'
  const overlay = shown.canSell && kernel.payments.canFrame(tenant.stripe_mode)
  return { ...onlyItem(shown, only), isHeadingHidden, overlay, ...(only !== undefined && { only }) }
}

/** The data of the inner frame: which script to run. */
export async function loadFrameData({
  payments,
}: Kernel): Promise<Pick<FramePageData, 'passing' | 'inner' | 'script'>> {
  return { passing: true, inner: true, script: payments.browserScript().url }
}

/** The page to which the checkout window may return. */
export async function loadCheckoutData(
  { config }: Kernel,
  { tenant, url }: EmbedRequest,
): Promise<Pick<CheckoutPageData, 'passing' | 'site'>> {
  return { passing: true, site: listedSite(config.publicUrl, tenant, url.searchParams.get('back')) }
}
