import * as z from 'zod/mini'
import { contract, finding, typedAddress, uuid } from '#kernel/contract.ts'

const release = z.object({ version: z.string(), integrity: z.string() })

export const checkInstallationContract = contract(
  z.strictObject({ tenant_id: uuid, url: typedAddress }),
  z.object({
    asked: z.string(),
    url: z.string(),
    checked_at: z.string(),
    findings: z.array(z.extend(finding, { list: z.optional(z.string()) })),
    builder: z.nullable(z.object({ name: z.string(), steps: z.string() })),
  }),
)

export const newestReleaseContract = contract(z.strictObject({}), z.object({ release: z.nullable(release) }))
