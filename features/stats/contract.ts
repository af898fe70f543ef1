import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'

const mode = z.enum(['test', 'live'])

/** Query parameters are text, so this parses a number. */
const days = z.pipe(
  z.enum(['7', '30', '90'], 'must be 7, 30 or 90'),
  z.transform((text) => Number(text) as 7 | 30 | 90),
)

/**
 * Allows only IANA names. PostgreSQL also accepts offsets and its own rules, whose sign is opposite to a
 * browser's.
 */
const zone = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z][A-Za-z0-9_+-]{0,30}(\/[A-Za-z0-9_+-]{1,30}){0,2}$/,
      'must be a name like Europe/Berlin',
    ),
  )

const numbers = z.array(z.int())
const series = z.strictObject({ now: numbers, before: numbers, before_so_far: z.int() })

export const readStatsContract = contract(
  z.strictObject({ tenantId: uuid, mode, days, zone }),
  z.strictObject({
    mode,
    days: z.union([z.literal(7), z.literal(30), z.literal(90)]),
    today: z.string(),
    sales: z.array(z.extend(series, { currency: z.string() })),
    orders: series,
    sign_ups: series,
  }),
)
