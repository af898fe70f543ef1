import * as z from 'zod/mini'
import { contract, name, priceCents, uuid } from '#kernel/contract.ts'

/** Our tokens have 43 characters. A longer one gets the same error as any unknown token. */
const token = z.string().check(z.minLength(1), z.maxLength(200))
/** One that the browser makes itself. */
const ownToken = z.string().check(z.regex(/^[\w-]{40,200}$/, 'must be 32 random bytes in base64url'))
const text = (max: number) => z.string().check(z.maxLength(max, `must have at most ${max} characters`))
const count = (least: number, most: number) =>
  z
    .int('must be a whole number')
    .check(z.minimum(least, `must be ${least} or more`), z.maximum(most, `must be at most ${most}`))
const email = z
  .string()
  .check(z.trim(), z.maxLength(320), z.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'must be an email address'))
/** A time in any notation that JavaScript reads, as PostgreSQL reads it: `2026-02-30` is no time there. */
export const moment = z.string().check(
  z.overwrite((time) => (Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString())),
  z.regex(/^[12]\d{3}-\d\d-\d\dT[\d:.]+Z$/, 'must be a time like 2026-11-27T18:00:00Z'),
)
/** The column stores 20,000 bytes. */
const MOST_ANSWER_BYTES = 16_000
const answers = z
  .record(z.string().check(z.regex(/^[a-z0-9_]{1,40}$/)), z.union([text(1000), z.boolean()]))
  .check(
    z.refine(
      (given) => new TextEncoder().encode(JSON.stringify(given)).length <= MOST_ANSWER_BYTES,
      'must be shorter in total',
    ),
  )
const locale = z.optional(text(35))

const question = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'choice', 'yes_no']),
  required: z.optional(z.boolean()),
  choices: z.optional(z.array(z.string())),
})

const type = z.object({
  id: uuid,
  name: z.string(),
  description: z.optional(z.string()),
  state: z.enum([
    'not_yet',
    'on_sale',
    'few_left',
    'sold_out',
    'waiting_list',
    'members_only',
    'ended',
    'closed',
    'canceled',
  ]),
  price_cents: z.int(),
  regular_price_cents: z.optional(z.int()),
  is_donation: z.optional(z.literal(true)),
  group_size: z.optional(z.int()),
  addon_of: z.optional(uuid),
  min_per_order: z.int(),
  max_per_order: z.int(),
  sale_from: z.optional(z.string()),
  sale_until: z.optional(z.string()),
  left: z.optional(z.int()),
  price_until: z.optional(z.string()),
  ways: z.optional(
    z.array(
      z.object({
        kind: z.string(),
        name: z.optional(z.string()),
        item_id: z.optional(uuid),
        from: z.optional(z.string()),
        after_days: z.optional(z.int()),
      }),
    ),
  ),
  questions: z.array(question),
})

export const event = z.object({
  id: uuid,
  series_id: z.nullable(uuid),
  title: z.string(),
  summary: z.nullable(z.string()),
  place: z.nullable(z.string()),
  zone: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  currency: z.string(),
  state: z.enum([
    'not_yet',
    'on_sale',
    'few_left',
    'sold_out',
    'waiting_list',
    'ended',
    'closed',
    'canceled',
  ]),
  now: z.string(),
  has_codes: z.boolean(),
  code_is_valid: z.nullable(z.boolean()),
  types: z.array(type),
})

const cart = z.object({
  cart: z.string(),
  event_id: uuid,
  title: z.string(),
  currency: z.string(),
  code: z.nullable(z.string()),
  state: z.enum(['held', 'ordered', 'done', 'ended']),
  seconds_left: z.nullable(z.int()),
  total_cents: z.int(),
  lines: z.array(
    z.object({
      type_id: uuid,
      name: z.string(),
      quantity: z.int(),
      group_size: z.int(),
      unit_price_cents: z.int(),
      questions: z.array(question),
    }),
  ),
})

const ownTicket = z.object({
  id: uuid,
  state: z.enum(['valid', 'canceled', 'refunded']),
  test: z.boolean(),
  event: z.object({
    id: uuid,
    title: z.string(),
    place: z.nullable(z.string()),
    zone: z.string(),
    starts_at: z.string(),
    ends_at: z.string(),
    state: z.enum(['draft', 'published', 'canceled']),
    over: z.boolean(),
  }),
  type_id: uuid,
  type_name: z.string(),
  price_cents: z.int(),
  currency: z.string(),
  holder_name: z.nullable(z.string()),
  holder_email: z.nullable(z.string()),
  answers: z.record(z.string(), z.union([z.string(), z.boolean()])),
  questions: z.array(question),
  code: z.nullable(z.string()),
  online_url: z.nullable(z.string()),
  recording_url: z.nullable(z.string()),
  can_transfer: z.boolean(),
  can_cancel: z.boolean(),
  can_save_pass: z.boolean(),
  refund_cents: z.int(),
})

const code = text(40).check(z.refine((typed) => !typed.includes('\0'), 'must hold no NUL'))

export const readEventContract = contract(z.strictObject({ event: uuid, code: z.optional(code) }), event)
export const listEventsContract = contract(
  z.strictObject({ series: z.optional(uuid), from: z.optional(moment), until: z.optional(moment) }),
  z.object({ events: z.array(event) }),
)
export const holdTicketsContract = contract(
  z.strictObject({
    event: uuid,
    lines: z
      .array(z.strictObject({ type: uuid, quantity: count(1, 50), price: z.optional(priceCents) }))
      .check(z.minLength(1, 'must have a ticket'), z.maxLength(20)),
    code: z.optional(code),
    cart: z.optional(ownToken),
    seen_cents: z.optional(count(0, 2_000_000_000)),
  }),
  cart,
)
export const readCartContract = contract(
  z.strictObject({ cart: token, receipt: z.optional(token), done: z.optional(z.literal(true)) }),
  cart,
)
export const ownCartContract = contract(z.strictObject({ cart: token, own: ownToken }), cart)
export const releaseCartContract = contract(
  z.strictObject({ cart: token }),
  z.object({ released: z.boolean() }),
)
export const buyTicketsContract = contract(
  z.strictObject({
    cart: token,
    email,
    holders: z.optional(
      z
        .array(
          z.strictObject({
            type: uuid,
            name: z.optional(name(200)),
            email: z.optional(email),
            answers: z.optional(answers),
          }),
        )
        .check(z.maxLength(100)),
    ),
    page_url: text(2048),
    ui: z.optional(z.enum(['page', 'embedded'])),
    instead_of: z.optional(z.array(token).check(z.maxLength(20))),
    locale,
  }),
  z.object({
    state: z.enum(['done', 'pay']),
    url: z.nullable(z.string()),
    receipt: z.nullable(z.string()),
    embedded: z.nullable(
      z.object({ client_secret: z.string(), publishable_key: z.string(), account: z.string() }),
    ),
    ended: z.array(z.string()),
  }),
)
export const myTicketsContract = contract(
  z.strictObject({ cart: z.optional(token) }),
  z.object({ tickets: z.array(ownTicket) }),
)
const fileInput = z.strictObject({ event: uuid, cart: z.optional(token), locale })
/** Files are not described: handlers return their own responses. */
export const ticketFileContract = contract(fileInput, z.custom<Blob>())
const proof = { ticket: uuid, cart: z.optional(token) }
export const ticketPassContract = contract(z.strictObject({ ...proof, locale }), z.custom<Blob>())
export const renameTicketContract = contract(
  z.strictObject({
    ...proof,
    name: z.optional(name(200)),
    email: z.optional(email),
    answers: z.optional(answers),
  }),
  z.object({ renamed: z.literal(true) }),
)
export const transferTicketContract = contract(
  z.strictObject({ ...proof, email, name: z.optional(name(200)) }),
  z.object({ transferred: z.literal(true) }),
)
export const cancelTicketContract = contract(z.strictObject(proof), z.object({ canceled: z.boolean() }))
export const joinWaitingListContract = contract(
  z.strictObject({ type: uuid, email, quantity: z.optional(count(1, 10)), locale }),
  z.object({ waiting: z.literal(true) }),
)
