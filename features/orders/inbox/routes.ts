import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'
import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { listInbox, replayInbox } from '../endpoints-inbox.ts'
import { listPaymentEvents, replayPaymentEvent } from './payment-events.ts'

const id = z.string().check(z.regex(/^evt_\w{1,200}$/, 'must be the id of an event'))
const maybe = z.nullable(z.string())
const event = z.object({
  id,
  type: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  object_id: maybe,
  received_at: z.string(),
  tried_at: maybe,
  processed_at: maybe,
  error: maybe,
})

const listContract = contract(
  z.strictObject({
    tenant_id: uuid,
    mode: z.enum(['test', 'live']),
    state: z.optional(z.literal('failed')),
    before: z.optional(id),
    // From the address of the screen, so it may be anything.
    include: z.optional(z.string().check(z.maxLength(210))),
  }),
  z.object({ events: z.array(event), more: z.boolean(), failed: z.int() }),
)
const replayContract = contract(
  z.strictObject({ tenant_id: uuid, id }),
  z.object({ queued: z.literal(true) }),
)

export const inboxFunctions: Route[] = [
  route(listInbox, creator, listContract, ({ kernel, claims, input }) =>
    listPaymentEvents(kernel, claims, input),
  ),
  route(replayInbox, creator, replayContract, async ({ kernel, claims, input }) => {
    await replayPaymentEvent(kernel, claims, input)
    return { queued: true }
  }),
]
