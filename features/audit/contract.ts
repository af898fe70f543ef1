import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'

const who = z.enum(['owner', 'staff', 'person', 'service', 'visitor', 'system'])
const kind = z.enum([
  'settings',
  'sign-in',
  'payments',
  'products',
  'people',
  'customers',
  'orders',
  'files',
  'webhooks',
  'blocks',
])
const digits = (from: number, to: number) =>
  z.coerce.number<string | number>().check(z.int(), z.gte(from), z.lte(to))
const query = {
  tenantId: uuid,
  who: z.optional(who),
  kind: z.optional(kind),
  days: z.optional(digits(1, 365)),
  q: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
}
const values = z.nullable(z.record(z.string(), z.unknown()))
const text = z.nullable(z.string())
const kept = z.union([z.literal(30), z.literal(90), z.literal(365)])

const change = z.strictObject({
  id: uuid,
  at: z.string(),
  act: z.string(),
  relation: z.string(),
  row_id: z.string(),
  row_name: z.string(),
  actor_kind: who,
  actor_id: text,
  actor_name: z.string(),
  actor_app: text,
  network: text,
  agent: text,
  request_id: text,
  before: values,
  after: values,
  hidden: z.array(z.string()),
})

export const listChangesContract = contract(
  z.strictObject({ ...query, cursor: z.optional(uuid), limit: z.optional(digits(1, 100)) }),
  z.strictObject({ changes: z.array(change), next: z.nullable(uuid), kept_days: kept }),
)

export const exportChangesContract = contract(z.strictObject(query), z.string())

export const keepChangesContract = contract(
  z.strictObject({ tenantId: uuid, kept_days: kept }),
  z.strictObject({ kept_days: kept }),
)
