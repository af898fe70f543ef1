import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'

const mode = z.enum(['test', 'live'])
const time = z.nullable(z.string())

const order = z.object({
  id: uuid,
  tenant_id: uuid,
  mode,
  status: z.enum(['pending', 'paid', 'canceled', 'expired', 'failed', 'refunded']),
  problem: z.nullable(z.string()),
  seller: z.string(),
  source_id: uuid,
  name: z.string(),
  quantity: z.int(),
  amount_total: z.int(),
  amount_refunded: z.int(),
  currency: z.string(),
  interval: z.nullable(z.enum(['week', 'month', 'year'])),
  renewal_of: z.nullable(uuid),
  subscription_status: z.nullable(
    z.enum([
      'active',
      'trialing',
      'past_due',
      'unpaid',
      'canceled',
      'incomplete',
      'incomplete_expired',
      'paused',
    ]),
  ),
  current_period_end: time,
  cancel_at_period_end: z.boolean(),
  dispute_status: z.nullable(z.string()),
  refund_failed: z.boolean(),
  auth_user_id: z.nullable(uuid),
  email: z.nullable(z.string()),
  stripe_payment_intent_id: z.nullable(z.string()),
  created_at: z.string(),
  paid_at: time,
  refunded_at: time,
})

const reason = z.enum(['duplicate', 'fraudulent', 'requested_by_customer'])

const detail = z.extend(order, {
  refunds: z.array(
    z.object({
      id: uuid,
      amount: z.int(),
      status: z.enum(['requested', 'pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
      reason: z.nullable(reason),
      failure_reason: z.nullable(z.string()),
      created_at: z.string(),
    }),
  ),
  renewals: z.array(order),
  refundable: z.int(),
})

/** An existing calendar day as YYYY-MM-DD. */
const day = z.string().check(
  z.refine((text) => {
    const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  }, 'must be a day like 2026-11-21'),
)

const query = {
  tenantId: uuid,
  mode: z.optional(mode),
  filter: z.optional(
    z.enum(['all', 'paid', 'refunded', 'pending', 'canceled', 'failed', 'recurring', 'disputed', 'problem']),
  ),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200, 'must have at most 200 characters'))),
  from: z.optional(day),
  to: z.optional(day),
}

/** Query parameters are text, so this parses a number. */
const limit = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number from 1 to 100')),
  z.pipe(
    z.transform(Number),
    z.int().check(z.minimum(1, 'must be 1 or more'), z.maximum(100, 'must be at most 100')),
  ),
)

export const listOrdersContract = contract(
  z.strictObject({
    ...query,
    limit: z.optional(limit),
    sort: z.optional(
      z.enum(['created', '-created', 'amount', '-amount', 'name', '-name', 'buyer', '-buyer']),
    ),
    cursor: z.optional(z.string().check(z.maxLength(1000))),
  }),
  z.object({ orders: z.array(order), next: z.nullable(z.string()) }),
)
export const exportOrdersContract = contract(z.strictObject(query), z.string())
export const readOrderContract = contract(z.strictObject({ orderId: uuid }), detail)
export const readOrderLogContract = contract(
  z.strictObject({ orderId: uuid }),
  z.object({
    emails: z.array(z.object({ letter: z.string(), at: z.string() })),
    webhooks: z.array(
      z.object({
        type: z.string(),
        host: z.string(),
        state: z.enum(['pending', 'delivered', 'failed']),
        tries: z.int(),
        status: z.nullable(z.int()),
        duration_ms: z.nullable(z.int()),
        at: z.string(),
      }),
    ),
  }),
)
export const refundOrderContract = contract(
  z.strictObject({
    orderId: uuid,
    amount: z.optional(
      z
        .int('must be a whole number of minor units')
        .check(z.minimum(1, 'must be 1 or more'), z.maximum(99_999_999, 'must be at most 99999999')),
    ),
    reason: z.optional(reason),
  }),
  detail,
)
export const changeSubscriptionContract = contract(
  z.strictObject({ orderId: uuid, change: z.enum(['cancel_at_period_end', 'cancel_now', 'resume']) }),
  detail,
)
export const changeSeatsContract = contract(
  z.strictObject({ orderId: uuid, seats: z.int().check(z.minimum(1), z.maximum(999)) }),
  z.object({ seats: z.int() }),
)
export const orderReceiptContract = contract(z.strictObject({ orderId: uuid }), z.object({ url: z.string() }))
