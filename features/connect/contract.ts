import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'

const mode = z.enum(['test', 'live'])
const country = z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166)')))
const started = z.object({ url: z.string() })

export const connectStartContract = contract(z.strictObject({ tenant_id: uuid, country }), started)
export const startExpressContract = contract(z.strictObject({ tenant_id: uuid, mode, country }), started)
export const accountLabelContract = contract(
  z.strictObject({ tenant_id: uuid }),
  z.object({ display_name: z.string(), mode }),
)
