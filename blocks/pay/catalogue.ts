import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { block } from './block.ts'
import type { Catalogue } from './endpoints.ts'
import { PICTURE_SQL } from './item-pictures.ts'

/** Maximum number of cards on the page. */
const MAX_ITEMS = 200

/** The tenant's active items as its visitors see them, and whether they can be bought now. One round trip. */
export async function readCatalogue(kernel: Kernel, claims: Claims, tenantId: string): Promise<Catalogue> {
  const { rows } = await kernel.database.once<Catalogue>(claims, {
    name: 'pay_catalogue',
    text: `select app.can_sell($1, $2) as "canSell", coalesce((
             select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'description', description,
                                               'price_cents', price_cents, 'currency', currency,
                                               'interval', interval, 'available', available, 'picture', picture)
                               || case when per_seat then '{"per_seat": true}'::jsonb else '{}' end
                             order by created_at desc, id desc)
             from (select id, name, description, price_cents, currency, interval, per_seat, available, created_at,
                     ${PICTURE_SQL} as picture
                   from public.items where tenant_id = $1 and active
                   order by created_at desc, id desc limit ${MAX_ITEMS}) as shown), '[]') as items`,
    values: [tenantId, block.plan],
    readOnly: true,
  })
  return rows[0]!
}
