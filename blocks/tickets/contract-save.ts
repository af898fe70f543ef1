import * as z from 'zod/mini'
import { isChargeable } from '#kernel/browser/money.ts'
import { contract, isPlainAddress, name, priceCents, uuid } from '#kernel/contract.ts'
import { moment } from './contract.ts'

const count = (least: number, most: number) =>
  z
    .int('must be a whole number')
    .check(z.minimum(least, `must be ${least} or more`), z.maximum(most, `must be at most ${most}`))
const text = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max, `must have at most ${max} characters`),
    z.refine((given) => !given.includes('\0'), 'must not contain control characters'),
  )
const place = count(0, 149)
/** As the columns of `ticket_event_secrets` check it. */
const secret = z.nullable(
  z.string().check(
    z.maxLength(2000, 'must have at most 2000 characters'),
    z.refine(
      (given) => given.startsWith('https://') && isPlainAddress(given) && URL.canParse(given),
      'must be a web address that begins with https://',
    ),
  ),
)

const question = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9_]{1,40}$/)),
  label: name(200),
  kind: z.enum(['text', 'choice', 'yes_no']),
  required: z.optional(z.boolean()),
  choices: z.optional(z.array(name(200)).check(z.maxLength(50, 'must have at most 50 choices'))),
})

const phase = z
  .strictObject({
    name: z.nullable(name(80)),
    price_cents: priceCents,
    until_at: z.nullable(moment),
    until_sold: z.nullable(count(1, 1_000_000)),
  })
  .check(z.refine((given) => given.until_at !== null || given.until_sold !== null, 'must have an end'))

const type = z
  .strictObject({
    id: z.optional(uuid),
    name: name(80),
    description: z.nullable(text(500)),
    price_cents: priceCents,
    is_donation: z.boolean(),
    sale_from: z.nullable(moment),
    sale_until: z.nullable(moment),
    min_per_order: count(1, 50),
    max_per_order: count(1, 50),
    most_per_buyer: z.nullable(count(1, 50)),
    group_size: count(1, 50),
    is_hidden: z.boolean(),
    addon_of: z.nullable(place),
    audience_id: z.nullable(uuid),
    has_waiting_list: z.boolean(),
    is_transferable: z.boolean(),
    is_open: z.boolean(),
    questions: z.array(question).check(
      z.maxLength(20, 'must have at most 20 questions'),
      z.refine(
        (given) => given.every(({ kind, choices }) => kind !== 'choice' || (choices?.length ?? 0) > 0),
        'must have a choice for each question that is answered by one',
      ),
      z.refine((given) => new Set(given.map(({ id }) => id)).size === given.length, 'must have unique ids'),
    ),
    quotas: z
      .array(place)
      .check(z.minLength(1, 'must take seats'), z.maxLength(3, 'must take seats of at most three')),
    phases: z.array(phase).check(z.maxLength(10, 'must have at most 10 prices')),
  })
  .check(
    z.refine((given) => given.min_per_order <= given.max_per_order, {
      path: ['max_per_order'],
      error: 'must not be less than the least number',
    }),
    z.refine((given) => !given.sale_from || !given.sale_until || given.sale_until > given.sale_from, {
      path: ['sale_until'],
      error: 'must be after the start of the sale',
    }),
  )

const DAY = 86_400_000
const event = z
  .strictObject({
    title: name(120),
    summary: z.nullable(text(2000)),
    place: z.nullable(name(200)),
    zone: z.string().check(z.maxLength(64)),
    starts_at: moment,
    ends_at: moment,
    currency: z.string().check(z.regex(/^[a-z]{3}$/, 'must be a currency such as eur')),
    audience_id: z.nullable(uuid),
    cancel_until: z.nullable(moment),
    refund_percent: count(0, 100),
    online_url: secret,
    recording_url: secret,
    quotas: z
      .array(z.strictObject({ id: z.optional(uuid), name: name(80), capacity: count(0, 1_000_000) }))
      .check(z.maxLength(150)),
    types: z.array(type).check(z.maxLength(50, 'must have at most 50 types')),
  })
  .check(
    z.refine((given) => given.ends_at > given.starts_at, {
      path: ['ends_at'],
      error: 'must be after the start',
    }),
    z.refine((given) => Date.parse(given.ends_at) - Date.parse(given.starts_at) <= 60 * DAY, {
      path: ['ends_at'],
      error: 'must be within 60 days of the start',
    }),
    z.check<GivenPlaces>(({ value, issues }) => {
      const fault = (path: PropertyKey[], message: string) =>
        issues.push({ code: 'custom', path, message, input: value })
      for (const [at, { addon_of, quotas, price_cents, phases }] of value.types.entries()) {
        for (const [field, price] of [
          ['price_cents', price_cents],
          ...phases.map((phase) => ['phases', phase.price_cents] as const),
        ] as const)
          if (!isChargeable(price, value.currency))
            fault(['types', at, field], 'must end with a 0 in a currency with three decimals')
        const base = addon_of === null ? undefined : value.types[addon_of]
        if (addon_of !== null && (addon_of === at || !base || base.addon_of !== null))
          fault(['types', at, 'addon_of'], 'must be another ticket that is no add-on')
        if (quotas.some((one) => !value.quotas[one]) || new Set(quotas).size < quotas.length)
          fault(['types', at, 'quotas'], 'must be seats of the list, each once')
      }
      for (const list of ['types', 'quotas'] as const) {
        const ids = value[list].flatMap(({ id }) => id ?? [])
        if (new Set(ids).size < ids.length) fault([list], 'must have unique ids')
      }
    }),
  )

interface GivenPlaces {
  currency: string
  quotas: { id?: string | undefined }[]
  types: {
    id?: string | undefined
    addon_of: number | null
    quotas: number[]
    price_cents: number
    phases: { price_cents: number }[]
  }[]
}

export const saveEventContract = contract(
  z.strictObject({
    tenantId: uuid,
    id: z.optional(uuid),
    seen_at: z.optional(
      z.string().check(z.maxLength(40), z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/)),
    ),
    seen: z.optional(z.array(uuid).check(z.maxLength(200))),
    event,
  }),
  z.object({ id: uuid }),
)
