import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'

const mode = z.enum(['test', 'live'])
const at = z.string()
const sale = { at, product: z.string(), amount: z.int(), currency: z.string() }

export const readActivityContract = contract(
  z.strictObject({ tenantId: uuid, mode }),
  z.strictObject({
    events: z.array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('sign-up'), id: uuid, at, who: z.string() }),
        z.strictObject({
          kind: z.enum(['order', 'refund']),
          id: uuid,
          orderId: uuid,
          who: z.string(),
          ...sale,
        }),
      ]),
    ),
    moments: z.array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('sign-up'), at }),
        z.strictObject({ kind: z.enum(['test-order', 'live-sale']), ...sale }),
      ]),
    ),
  }),
)
