import * as z from 'zod/mini'
import { CURRENCIES } from '#kernel/browser/currencies.ts'
import { contract, name, priceCents, uuid } from '#kernel/contract.ts'

/** Billing interval of a subscription. */
const interval = z.enum(['week', 'month', 'year'])

export const currency = z.enum(CURRENCIES, 'must be the code of a supported currency, such as eur')

/** A product's picture. */
const picture = z.nullable(z.object({ url: z.string(), width: z.int(), height: z.int() }))

const item = z.object({
  id: uuid,
  tenant_id: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  price_cents: z.int(),
  currency,
  active: z.boolean(),
  interval: z.nullable(interval),
  per_seat: z.boolean(),
  stock: z.nullable(z.int()),
  held: z.int(),
  picture,
  audience_id: z.nullable(uuid),
  hidden_from_others: z.boolean(),
  member_audience_id: z.nullable(uuid),
  member_price_cents: z.nullable(z.int()),
  created_at: z.string(),
})

/** A new picture: base64 of a file, within the limit of a request's body. */
const newPicture = z.optional(
  z.nullable(
    z
      .string()
      .check(
        z.maxLength(900_000, 'must have at most 900000 characters of base64'),
        z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64'),
      ),
  ),
)

/** Units in stock. */
const stock = z.optional(
  z.nullable(
    z
      .int('must be a whole number')
      .check(z.minimum(0, 'must be 0 or more'), z.maximum(999_999, 'must be at most 999999')),
  ),
)

const fields = {
  name: name(60),
  description: z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(500, 'must have at most 500 characters'))),
  ),
  price_cents: priceCents,
  currency: z.optional(currency),
  active: z.optional(z.boolean()),
  interval: z.optional(z.nullable(interval)),
  per_seat: z.optional(z.boolean()),
  stock,
  picture: newPicture,
  audience_id: z.optional(z.nullable(uuid)),
  hidden_from_others: z.optional(z.boolean()),
  member_audience_id: z.optional(z.nullable(uuid)),
  member_price_cents: z.optional(z.nullable(priceCents)),
}

export const listItemsContract = contract(z.strictObject({ tenantId: uuid }), z.array(item))
export const createItemContract = contract(z.strictObject({ tenantId: uuid, ...fields }), item)
export const createStarterItemContract = contract(
  z.strictObject({ tenantId: uuid }),
  z.object({ created: z.boolean() }),
)
export const updateItemContract = contract(
  z.strictObject({
    itemId: uuid,
    ...fields,
    name: z.optional(fields.name),
    price_cents: z.optional(fields.price_cents),
    stock_was: stock,
  }),
  item,
)
export const readItemPictureContract = contract(
  z.strictObject({ itemId: uuid }),
  z.object({ data_url: z.string() }),
)
export const deleteItemContract = contract(
  z.strictObject({ itemId: uuid }),
  z.object({ success: z.literal(true) }),
)

/** Our tokens have 43 characters. A longer one gets the same error as any unknown token. */
const token = z.string().check(z.maxLength(200))

const pageUrl = z.string().check(z.maxLength(2048))

const terms = { price_cents: z.int(), currency: z.string(), interval: z.nullable(interval) }

export const catalogueContract = contract(
  z.strictObject({}),
  z.object({
    items: z.array(
      z.object({
        id: uuid,
        name: z.string(),
        description: z.nullable(z.string()),
        available: z.nullable(z.int()),
        per_seat: z.optional(z.literal(true)),
        picture,
        ...terms,
        regular_price_cents: z.optional(z.int()),
        ways: z.optional(
          z.array(
            z.object({
              kind: z.string(),
              name: z.optional(z.string()),
              item_id: z.optional(uuid),
              from: z.optional(z.string()),
              after_days: z.optional(z.int()),
            }),
          ),
        ),
      }),
    ),
    canSell: z.boolean(),
    isPersonal: z.optional(z.literal(true)),
  }),
)

export const purchaseContract = contract(
  z.strictObject({
    item_id: uuid,
    page_url: pageUrl,
    quantity: z.optional(
      z
        .int('must be a whole number')
        .check(z.minimum(1, 'must be 1 or more'), z.maximum(99, 'must be at most 99')),
    ),
    ui: z.optional(z.enum(['page', 'embedded'])),
    seen: z.optional(z.strictObject(terms)),
    instead_of: z.optional(z.array(token).check(z.maxLength(10, 'must have at most 10 receipts'))),
    locale: z.optional(z.string().check(z.maxLength(40))),
  }),
  z.object({
    url: z.nullable(z.string()),
    receipt: z.string(),
    embedded: z.nullable(
      z.object({ client_secret: z.string(), publishable_key: z.string(), account: z.string() }),
    ),
    ended: z.array(z.string()),
  }),
)

export const orderStatusContract = contract(
  z
    .strictObject({
      receipt: z.optional(token),
      code: z.optional(token),
      done: z.optional(z.literal(true)),
    })
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
    quantity: z.int(),
    amount_total: z.int(),
    currency: z.string(),
    interval: z.nullable(interval),
  }),
)

export const myPurchasesContract = contract(
  z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(200))) }),
  z.object({
    purchases: z.array(
      z.object({
        id: uuid,
        status: z.enum(['paid', 'refunded']),
        item_id: uuid,
        item_name: z.string(),
        quantity: z.int(),
        amount_total: z.int(),
        amount_refunded: z.int(),
        currency: z.string(),
        interval: z.nullable(interval),
        grants_access: z.boolean(),
        subscription_status: z.nullable(z.string()),
        current_period_end: z.nullable(z.string()),
        cancel_at_period_end: z.boolean(),
        created_at: z.string(),
      }),
    ),
    next: z.nullable(z.string()),
  }),
)

const address = z.object({ url: z.string() })

export const purchaseReceiptContract = contract(z.strictObject({ purchase_id: uuid }), address)
export const purchasePortalContract = contract(
  z.strictObject({ purchase_id: uuid, page_url: pageUrl }),
  address,
)
