import * as z from 'zod/mini'
import { contract, finding, typedAddress, uuid } from '#kernel/contract.ts'

/** Header names come from third parties: a copy made key by key would break on `__proto__`. */
const headers = z.custom<Record<string, string>>(
  (map) =>
    typeof map === 'object' && map !== null && Object.values(map).every((one) => typeof one === 'string'),
)

const report = {
  url: z.string(),
  hops: z.array(z.string()),
  status: z.int(),
  headers,
  site: z.array(finding),
  blocks: z.array(finding),
  builder: z.nullable(z.object({ name: z.string(), steps: z.string() })),
}
const kept = z.object({
  id: z.string(),
  url: z.string(),
  checked_at: z.string(),
  passed: z.int(),
  total: z.int(),
})

export const fetchHeadersContract = contract(
  z.strictObject({ url: typedAddress }),
  z.object({
    ...report,
    html: z.string(),
    truncated: z.boolean(),
    checked_at: z.string(),
    id: z.nullable(z.string()),
  }),
)
export const listChecksContract = contract(z.strictObject({}), z.object({ checks: z.array(kept) }))
export const readCheckContract = contract(
  z.strictObject({ id: uuid }),
  z.object({ check: kept, report: z.object(report) }),
)
export const removeChecksContract = contract(
  z.strictObject({ id: z.optional(uuid) }),
  z.object({ removed: z.literal(true) }),
)
