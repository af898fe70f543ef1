import * as z from 'zod/mini'
import { contract, currency, name, priceCents, uuid } from '#kernel/contract.ts'

const item = z.object({
  id: uuid,
  tenant_id: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  price_cents: z.int(),
  currency,
  active: z.boolean(),
  created_at: z.string(),
})

const fields = {
  name: name(60),
  description: z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(500, 'must have at most 500 characters'))),
  ),
  price_cents: priceCents,
  currency: z.optional(currency),
  active: z.optional(z.boolean()),
}

export const listItemsContract = contract(z.strictObject({ tenantId: uuid }), z.array(item))
export const createItemContract = contract(z.strictObject({ tenantId: uuid, ...fields }), item)
export const updateItemContract = contract(
  z.strictObject({
    itemId: uuid,
    ...fields,
    name: z.optional(fields.name),
    price_cents: z.optional(fields.price_cents),
  }),
  item,
)
export const deleteItemContract = contract(
  z.strictObject({ itemId: uuid }),
  z.object({ success: z.literal(true) }),
)

/** Ours are 43 characters; what is no proof of an order is as unknown as a wrong one. */
const token = z.string().check(z.maxLength(200))

export const purchaseContract = contract(
  z.strictObject({ item_id: uuid, page_url: z.string().check(z.maxLength(2048)) }),
  z.object({ url: z.string(), receipt: z.string() }),
)

export const orderStatusContract = contract(
  z
    .strictObject({ receipt: z.optional(token), code: z.optional(token) })
    .check(
      z.refine(
        ({ receipt, code }) => (receipt === undefined) !== (code === undefined),
        'send either receipt or code',
      ),
    ),
  z.object({
    order_id: uuid,
    status: z.enum(['pending', 'paid', 'canceled', 'failed']),
    item_name: z.string(),
    amount_total: z.int(),
    currency: z.string(),
  }),
)
