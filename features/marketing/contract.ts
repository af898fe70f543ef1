import * as z from 'zod/mini'
import { contract, siteLook, typedAddress } from '#kernel/contract.ts'

export const readLookContract = contract(
  z.strictObject({ site: typedAddress }),
  z.object({ site: z.string(), host: z.string(), look: siteLook }),
)
