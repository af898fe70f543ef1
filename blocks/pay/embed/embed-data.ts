import type { Kernel } from '#kernel/kernel.ts'
import { listedSite } from '#kernel/listed-site.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { block } from '../block.ts'
import type { CheckoutPageData, FramePageData, PayPageData } from './data-types.ts'

/** More cards than anybody scrolls through; the order is the catalogue's, newest first. */
const SHOWN = 200

/** The tenant's active items as its visitors see them, and whether and how they can be bought now; one round trip. */
export async function loadPayData(
  kernel: Kernel,
  { tenant, claims }: EmbedRequest,
): Promise<Pick<PayPageData, 'items' | 'canSell' | 'overlay'>> {
  const { rows } = await kernel.database.once<Pick<PayPageData, 'items' | 'canSell'>>(claims, {
    name: 'pay_page',
    text: `select app.can_sell($1, $2) as "canSell", coalesce((
             select json_agg(json_build_object('id', id, 'name', name, 'description', description,
                                               'price_cents', price_cents, 'currency', currency,
                                               'interval', interval)
                             order by created_at desc, id desc)
             from (select id, name, description, price_cents, currency, interval, created_at from public.items where tenant_id = $1 and active
                   order by created_at desc, id desc limit ${SHOWN}) as shown), '[]') as items`,
    values: [tenant.id, block.plan],
    readOnly: true,
  })
  const { items, canSell } = rows[0]!
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
