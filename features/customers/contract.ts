import * as z from 'zod/mini'
import { contract, name, uuid } from '#kernel/contract.ts'

const mode = z.enum(['test', 'live'])
const time = z.nullable(z.string())

const customer = z.object({
  id: uuid,
  email: z.string(),
  email_confirmed: z.boolean(),
  phone: z.string(),
  name: z.string(),
  providers: z.array(z.string()),
  guest: z.boolean(),
  banned_until: time,
  created_at: z.string(),
  last_sign_in_at: time,
  purchases: z.int(),
  spent: z.array(z.object({ amount: z.int(), currency: z.string() })),
})

const detail = z.extend(customer, {
  identities: z.array(
    z.object({ provider: z.string(), address: z.string(), last_sign_in_at: time, created_at: z.string() }),
  ),
  factors: z.array(z.string()),
  sessions: z.array(
    z.object({
      id: uuid,
      user_agent: z.nullable(z.string()),
      ip: z.nullable(z.string()),
      app: z.nullable(z.string()),
      created_at: z.string(),
      refreshed_at: z.string(),
    }),
  ),
  orders: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      quantity: z.int(),
      status: z.enum(['pending', 'paid', 'canceled', 'expired', 'failed', 'refunded']),
      amount_total: z.int(),
      amount_refunded: z.int(),
      currency: z.string(),
      interval: z.nullable(z.enum(['week', 'month', 'year'])),
      subscription_status: z.nullable(z.string()),
      created_at: z.string(),
    }),
  ),
})

const query = {
  tenantId: uuid,
  mode: z.optional(mode),
  filter: z.optional(z.enum(['all', 'buyers', 'unconfirmed', 'banned', 'guests'])),
  role: z.optional(name(40)),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200, 'must have at most 200 characters'))),
}

/** Query parameters are text, so this parses a number. */
const limit = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number from 1 to 100')),
  z.pipe(
    z.transform(Number),
    z.int().check(z.minimum(1, 'must be 1 or more'), z.maximum(100, 'must be at most 100')),
  ),
)

const one = { tenantId: uuid, customerId: uuid }
/** Ten years. */
const MAX_HOURS = 87_600

export const readNamesContract = contract(
  z.strictObject({
    tenantId: uuid,
    ids: z.array(uuid).check(z.maxLength(100, 'must have at most 100 ids')),
  }),
  z.object({ names: z.array(z.object({ id: uuid, name: z.string() })) }),
)
export const listCustomersContract = contract(
  z.strictObject({
    ...query,
    limit: z.optional(limit),
    sort: z.optional(z.enum(['created', '-created', 'last-sign-in', '-last-sign-in', 'email', '-email'])),
    cursor: z.optional(z.string().check(z.maxLength(1000))),
  }),
  z.object({ customers: z.array(customer), total: z.nullable(z.int()), next: z.nullable(z.string()) }),
)
export const exportCustomersContract = contract(z.strictObject(query), z.string())
export const readCustomerContract = contract(z.strictObject({ ...one, mode: z.optional(mode) }), detail)
export const banCustomerContract = contract(
  z.strictObject({
    ...one,
    hours: z.optional(
      z
        .int('must be a whole number of hours')
        .check(z.minimum(1, 'must be 1 or more'), z.maximum(MAX_HOURS, `must be at most ${MAX_HOURS}`)),
    ),
  }),
  customer,
)
export const unbanCustomerContract = contract(z.strictObject(one), customer)
export const signOutCustomerContract = contract(
  z.strictObject({ ...one, session_id: z.optional(uuid) }),
  z.object({ ended: z.int() }),
)
export const deleteCustomerContract = contract(z.strictObject(one), z.object({ deleted: z.literal(true) }))
/** The file itself is no JSON. */
const file = z.custom<Blob>()
export const exportCustomerDataContract = contract(z.strictObject(one), file)
const secret = z.optional(z.string().check(z.minLength(1), z.maxLength(1024)))
export const exportOwnDataContract = contract(z.strictObject({ password: secret, nonce: secret }), file)
