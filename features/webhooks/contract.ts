import * as z from 'zod/mini'
import { contract, uuid, webAddress } from '#kernel/contract.ts'

/** The events that a tenant's webhooks can receive; `app.valid_webhook_events` has the same list. */
export const EVENT_TYPES = [
  'order.paid',
  'order.refunded',
  'subscription.updated',
  'end_user.created',
  'end_user.roles_changed',
  'end_user.deleted',
  'product.updated',
  'payments.connected',
  'payments.disconnected',
  'team.created',
  'team.deleted',
  'team.member_added',
  'team.member_changed',
  'team.member_removed',
  'form.submitted',
  'record.created',
  'record.updated',
  'record.deleted',
  'records.changed',
  'ticket.issued',
  'ticket.transferred',
  'ticket.ended',
  'ticket.checked_in',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

const mode = z.enum(['test', 'live'])
const events = z.array(z.enum(EVENT_TYPES)).check(
  z.minLength(1, 'must name an event'),
  z.maxLength(EVENT_TYPES.length),
  z.refine((names) => new Set(names).size === names.length, 'must name each event once'),
)
const state = z.enum(['pending', 'delivered', 'failed'])
const ofEndpoint = { tenant_id: uuid, id: uuid }
const ofMessage = { ...ofEndpoint, message_id: uuid }
const maybe = z.nullable(z.string())

const webhook = z.object({
  id: uuid,
  mode,
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  enabled: z.boolean(),
  disabled_by: z.nullable(z.enum(['creator', 'gone', 'failing'])),
  disabled_at: maybe,
  failing_since: maybe,
  old_secret_until: maybe,
  created_at: z.string(),
})
const withSecret = z.object({ endpoint: webhook, secret: z.string() })
const delivery = z.object({
  message_id: uuid,
  type: z.string(),
  state,
  tries: z.int(),
  created_at: z.string(),
  next_at: maybe,
  settled_at: maybe,
  status: z.nullable(z.int()),
  error: maybe,
})
const attempt = z.object({
  number: z.int(),
  attempted_at: z.string(),
  duration_ms: z.int(),
  status: z.nullable(z.int()),
  answer: maybe,
  error: maybe,
})

export const listEndpointsContract = contract(
  z.strictObject({ tenant_id: uuid, mode }),
  z.object({ endpoints: z.array(webhook) }),
)
export const createEndpointContract = contract(
  z.strictObject({ tenant_id: uuid, mode, url: webAddress, events }),
  withSecret,
)
export const changeEndpointContract = contract(
  z.strictObject({
    ...ofEndpoint,
    url: z.optional(webAddress),
    events: z.optional(events),
    enabled: z.optional(z.boolean()),
  }),
  z.object({ endpoint: webhook }),
)
export const removeEndpointContract = contract(
  z.strictObject(ofEndpoint),
  z.object({ removed: z.literal(true) }),
)
export const rotateSecretContract = contract(z.strictObject(ofEndpoint), withSecret)
export const pingEndpointContract = contract(z.strictObject(ofEndpoint), z.object({ message_id: uuid }))
export const listDeliveriesContract = contract(
  z.strictObject({ ...ofEndpoint, state: z.optional(state), before: z.optional(uuid) }),
  z.object({ deliveries: z.array(delivery), more: z.boolean() }),
)
export const readDeliveryContract = contract(
  z.strictObject(ofMessage),
  z.object({ delivery, body: z.string(), attempts: z.array(attempt) }),
)
export const replayDeliveryContract = contract(
  z.strictObject(ofMessage),
  z.object({ queued: z.literal(true) }),
)
