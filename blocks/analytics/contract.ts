import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'

export const eventKind = z.enum(['view', 'event', 'link', 'download', 'missing', 'block', 'vital'])

/** Addresses that are longer are cut, not refused: a view counts whatever its query is. */
const address = z.string().check(z.maxLength(8000))

const event = z.object({
  id: uuid,
  age: z.number().check(z.minimum(0), z.maximum(86_400_000)),
  kind: eventKind,
  url: address,
  referrer: z.optional(address),
  name: z.optional(address),
  value: z.optional(z.number().check(z.minimum(0), z.maximum(1e9))),
})

export const sendEventsContract = contract(
  z.object({
    events: z.array(event).check(z.minLength(1), z.maxLength(50)),
    visitor: z.optional(uuid),
  }),
  z.object({ stored: z.int() }),
)

export const figureName = z.enum(['views', 'visits', 'visitors', 'members', 'orders'])

export const readPublicFiguresContract = contract(
  z.strictObject({ figure: z.optional(figureName), path: z.optional(z.string().check(z.maxLength(500))) }),
  z.object({
    figures: z.array(z.object({ name: figureName, value: z.number() })),
    page: z.optional(z.number()),
  }),
)
