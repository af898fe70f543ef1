import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'

const instant = z.nullable(z.string())
const mode = z.enum(['test', 'live'])
const nothing = z.strictObject({})
const text = (max: number) => z.string().check(z.maxLength(max))
const address = z.strictObject({ url: z.string() })

export const accessContract = contract(
  nothing,
  z.strictObject({
    active: z.boolean(),
    plan: z.string(),
    dayPass: z.boolean(),
    status: z.string(),
    trial_end: instant,
    current_period_end: instant,
    day_pass_expires_at: instant,
    staff: z.boolean(),
    stats: z.boolean(),
  }),
)

export const boltCheckoutContract = contract(
  z.strictObject({
    plan_id: text(255).check(z.minLength(1)),
    email: z.optional(text(320)),
    success_url: z.optional(text(2000)),
    cancel_url: z.optional(text(2000)),
  }),
  address,
)

export const checkoutStatusContract = contract(
  z.strictObject({ session: z.string().check(z.regex(/^cs_\w{1,250}$/, 'must be the id of a checkout')) }),
  z.strictObject({
    status: z.enum(['open', 'complete', 'trial_refused', 'expired', 'refunded', 'unknown']),
    active: z.boolean(),
  }),
)

export const boltPortalContract = contract(
  z.strictObject({ customer: z.optional(text(255)), return_url: z.optional(text(2000)) }),
  address,
)

export const grantDayPassContract = contract(
  z.strictObject({
    tenant_id: uuid,
    minutes: z.literal(1440),
    extend: z.literal(true),
    note: z.optional(text(200)),
  }),
  z.strictObject({ success: z.literal(true), expires_at: z.string() }),
)

const held = z.strictObject({
  plan_id: z.string(),
  name: z.string(),
  status: z.string(),
  price_cents: z.int(),
  currency: z.string(),
  interval: z.string(),
  trial_end: instant,
  current_period_end: instant,
  cancel_at: instant,
  past_due_since: instant,
  grace_ends_at: instant,
})

export const billingContract = contract(
  nothing,
  z.strictObject({
    mode,
    active: z.boolean(),
    plan: z.string(),
    held: z.nullable(held),
    day_pass: z.nullable(
      z.strictObject({ tenant_id: uuid, tenant_name: z.string(), expires_at: z.string() }),
    ),
    trial_available: z.boolean(),
    trial_refused: z.boolean(),
    manageable: z.boolean(),
    staff: z.boolean(),
  }),
)

export const stripeAdminContract = contract(
  nothing,
  z.strictObject({
    mode,
    configured: z.boolean(),
    publishable_key: z.nullable(z.string()),
    webhook_path: z.string(),
    plans: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        price_cents: z.int(),
        interval: z.string(),
        stripe_price_id: z.nullable(z.string()),
        stripe_price_id_live: z.nullable(z.string()),
        current_price_id: z.nullable(z.string()),
      }),
    ),
  }),
)

export const staffStatsContract = contract(nothing, z.strictObject({ runs: z.int(), day_passes: z.int() }))
