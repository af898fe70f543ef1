import type { Claims } from '#kernel/db/claims.ts'
import { PICTURE_SQL } from '#features/orders/item-sale.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { block } from './block.ts'
import type { Catalogue } from './endpoints.ts'

/** Maximum number of cards on the page. */
const MAX_ITEMS = 200

type Row = Omit<Catalogue, 'isPersonal'> & { isPersonal: boolean }

/**
 * The tenant's active items as this caller sees them and would pay them, and whether they can be bought now. One round
 * trip. A product for others is in it with the ways in, unless its owner hides it.
 */
export async function readCatalogue(kernel: Kernel, claims: Claims, tenantId: string): Promise<Catalogue> {
  const { rows } = await kernel.database.once<Row>(claims, {
    name: 'pay_catalogue',
    text: `with offers as materialized (select * from app.my_offers())
           select app.can_sell($1, $2) as "canSell",
             coalesce((select bool_or(depends) from offers), false) as "isPersonal", coalesce((
             select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'description', description,
                                                 'price_cents', price_cents, 'currency', currency,
                                                 'interval', interval, 'available', available, 'picture', picture)
                              || jsonb_strip_nulls(jsonb_build_object(
                                   'regular_price_cents', regular_price_cents, 'ways', ways,
                                   'per_seat', nullif(per_seat, false)))
                              order by created_at desc, id desc)
             from (select id, name, description, offers.price_cents, regular_price_cents, currency, interval, per_seat,
                     available, created_at, ways, ${PICTURE_SQL} as picture
                   from public.items join offers on item_id = id where tenant_id = $1 and active
                   order by created_at desc, id desc limit ${MAX_ITEMS}) as shown), '[]') as items`,
    values: [tenantId, block.plan],
    readOnly: true,
  })
  const { isPersonal, ...shown } = rows[0]!
  return isPersonal ? { ...shown, isPersonal } : shown
}
