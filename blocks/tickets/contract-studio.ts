import * as z from 'zod/mini'
import { contract, name, priceCents, uuid } from '#kernel/contract.ts'
import { event, moment } from './contract.ts'

const email = z
  .string()
  .check(z.trim(), z.maxLength(320), z.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'must be an email address'))
const ofEvent = z.strictObject({ tenantId: uuid, eventId: uuid })
const refunds = z.object({
  orders: z.int(),
  requested: z.int(),
  refunded: z.int(),
  failed: z.int(),
  left: z.int(),
})

export const previewEventContract = contract(ofEvent, event)
export const cancelEventContract = contract(ofEvent, refunds)
export const readEventRefundsContract = contract(ofEvent, refunds)
const byDay = <T extends z.ZodMiniType>(of: T) => z.object({ tickets: of, paid: of, refunded: of })
export const readFiguresContract = contract(
  z.strictObject({
    tenantId: uuid,
    eventId: uuid,
    days: z.pipe(
      z.enum(['7', '30', '90']),
      z.transform((days) => Number(days) as 7 | 30 | 90),
    ),
  }),
  z.object({
    mode: z.enum(['test', 'live']),
    currency: z.string(),
    last: z.string(),
    days: z.int(),
    series: byDay(z.array(z.number())),
    total: byDay(z.number()),
    types: z.array(z.object({ id: uuid, valid: z.int(), held: z.int(), price_cents: z.number() })),
  }),
)
export const repeatEventContract = contract(
  z.strictObject({
    tenantId: uuid,
    eventId: uuid,
    seriesId: z.optional(uuid),
    days: z
      .array(z.int().check(z.minimum(1), z.maximum(730)))
      .check(z.minLength(1, 'must have a day'), z.maxLength(60)),
  }),
  z.object({ events: z.array(uuid) }),
)
export const giveTicketsContract = contract(
  z.strictObject({
    tenantId: uuid,
    typeId: uuid,
    holders: z
      .array(z.strictObject({ name: z.optional(name(200)), email }))
      .check(z.minLength(1, 'must have a holder'), z.maxLength(100)),
  }),
  z.object({ tickets: z.array(uuid) }),
)
export const endTicketContract = contract(
  z.strictObject({ tenantId: uuid, ticketId: uuid, refund_cents: z.optional(priceCents) }),
  z.object({ canceled: z.boolean() }),
)

const token = z.string().check(z.minLength(1), z.maxLength(200))
const ofList = { tenantId: uuid, listId: uuid }
const scans = z
  .array(
    z.strictObject({
      id: uuid,
      code: z.optional(z.string().check(z.maxLength(100))),
      code_hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'))),
      at: z.optional(moment),
      offline: z.optional(z.boolean()),
    }),
  )
  .check(z.minLength(1, 'must have a scan'), z.maxLength(500))
const optionalText = z.optional(z.string())
const results = z.object({
  results: z.array(
    z.object({
      id: uuid,
      result: z.enum([
        'admitted',
        'already_used',
        'conflict',
        'unknown',
        'wrong_list',
        'ended',
        'test',
        'event_canceled',
      ]),
      ticket_id: z.optional(uuid),
      holder_name: optionalText,
      type_name: optionalText,
      at: optionalText,
      device: optionalText,
    }),
  ),
})
const admission = z.object({ scan_id: uuid, at: z.string(), device: optionalText })
const sheet = z.object({
  list_id: uuid,
  name: z.string(),
  event_id: uuid,
  event_title: z.string(),
  device: optionalText,
  at: z.string(),
  version: z.string(),
  changed: z.optional(z.array(uuid)),
  tickets: z.array(
    z.object({
      id: uuid,
      code_hash: z.string(),
      type_name: z.string(),
      holder_name: optionalText,
      used_at: optionalText,
      used_by: optionalText,
    }),
  ),
  conflicts: z.array(
    z.object({ ticket_id: uuid, holder_name: optionalText, first: admission, second: admission }),
  ),
})

export const addDeviceContract = contract(
  z.strictObject({ ...ofList, name: name(80) }),
  z.object({ device_id: uuid, pairing: z.string() }),
)
export const revokeDeviceContract = contract(
  z.strictObject({ tenantId: uuid, deviceId: uuid }),
  z.object({ revoked: z.literal(true) }),
)
export const pairDeviceContract = contract(
  z.strictObject({ pairing: token }),
  z.object({ token: z.string(), list_id: uuid, event_id: uuid, name: z.string() }),
)
export const scanAsStaffContract = contract(z.strictObject({ ...ofList, scans }), results)
export const scanAsDeviceContract = contract(z.strictObject({ token, scans }), results)
export const readSheetAsStaffContract = contract(z.strictObject(ofList), sheet)
export const readSheetAsDeviceContract = contract(
  z.strictObject({ token, since: z.optional(z.string().check(z.maxLength(100))) }),
  sheet,
)
export const undoAsStaffContract = contract(
  z.strictObject({ ...ofList, scan: uuid }),
  z.object({ undone: z.boolean() }),
)
export const undoAsDeviceContract = contract(
  z.strictObject({ token, scan: uuid }),
  z.object({ undone: z.boolean() }),
)
