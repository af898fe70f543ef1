import * as z from 'zod/mini'
import { contract } from '#kernel/contract.ts'

export const accessContract = contract(
  z.strictObject({}),
  z.strictObject({ active: z.boolean(), plan: z.string(), dayPass: z.boolean() }),
)
