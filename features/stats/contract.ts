import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'

const mode = z.enum(['test', 'live'])

/** Of a query, where everything is text. */
const days = z.pipe(
  z.enum(['7', '30', '90'], 'must be 7, 30 or 90'),
  z.transform((text) => Number(text) as 7 | 30 | 90),
)

/** PostgreSQL takes offsets and rules of its own too, which a browser would read the other way round. */
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
