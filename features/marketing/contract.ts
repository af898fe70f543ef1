import * as z from 'zod/mini'
import { contract, typedAddress } from '#kernel/contract.ts'

const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/))

export const readLookContract = contract(
  z.strictObject({ site: typedAddress }),
  z.object({
    site: z.string(),
    host: z.string(),
    look: z.object({
      name: z.string(),
      mode: z.enum(['light', 'dark']),
      background: color,
      text: color,
      accent: z.nullable(color),
      font: z.nullable(z.string()),
      radius: z.nullable(z.int()),
    }),
  }),
)
