import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'

const mode = z.enum(['test', 'live'])
const country = z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166)')))
const started = z.object({ url: z.string() })
const ofTenant = z.strictObject({ tenant_id: uuid })
const ofTenantAndMode = z.strictObject({ tenant_id: uuid, mode: z.optional(mode) })
const success = z.literal(true)
const missing = z.object({ missing: z.array(z.string()) })

export const connectStartContract = contract(z.strictObject({ tenant_id: uuid, country }), started)
export const startExpressContract = contract(z.strictObject({ tenant_id: uuid, mode, country }), started)
export const startOAuthContract = contract(ofTenantAndMode, started)
export const accountLabelContract = contract(ofTenant, z.object({ display_name: z.string(), mode }))
export const disconnectContract = contract(ofTenantAndMode, z.object({ success }))
export const setModeContract = contract(
  z.strictObject({ tenant_id: uuid, mode }),
  z.object({ success, mode }),
)
export const smokeCheckoutContract = contract(ofTenant, started)
export const smokeRefundContract = contract(ofTenant, z.object({ success, refunded: z.boolean() }))
export const stripeDashboardContract = contract(ofTenantAndMode, started)
export const setupContract = contract(z.strictObject({}), z.object({ test: missing, live: missing }))
