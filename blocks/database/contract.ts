import * as z from 'zod/mini'
import { contract, name, uuid, webAddress } from '#kernel/contract.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { FORM_STATES } from '#kernel/browser/forms/form-state.ts'
import { COMPARISONS, MOST_PAGES, MOST_QUESTIONS } from '#kernel/browser/forms/form-design.ts'

const fieldId = z.string().check(z.regex(/^[a-z0-9]{8}$/, 'must be the id of a field'))
const words = (max: number) => z.string().check(z.maxLength(max, `must have at most ${max} characters`))
const comparison = z.strictObject({
  field: fieldId,
  is: z.enum(COMPARISONS),
  value: z.optional(z.union([words(200), z.number(), z.boolean()])),
})
const comparisons = z.array(comparison).check(z.minLength(1, 'must have a comparison'), z.maxLength(10))
const when = z.optional(z.union([z.strictObject({ all: comparisons }), z.strictObject({ any: comparisons })]))
const question = z.strictObject({
  field: fieldId,
  label: z.optional(words(200)),
  help: z.optional(words(500)),
  required: z.optional(z.boolean()),
  hidden: z.optional(z.boolean()),
  prefill: z.optional(
    z.union([
      z.strictObject({ person: z.enum(['email', 'name']) }),
      z.strictObject({ parameter: z.string().check(z.regex(/^[\w-]{1,60}$/, 'must be a parameter')) }),
    ]),
  ),
  when,
})
const section = z.strictObject({
  title: z.optional(words(200)),
  text: z.optional(words(2000)),
  questions: z.array(question).check(z.maxLength(MOST_QUESTIONS)),
  when,
})
const page = z.strictObject({
  title: z.optional(words(200)),
  sections: z.array(section).check(z.maxLength(50)),
  when,
})
const design = z.strictObject({
  pages: z.array(page).check(z.maxLength(MOST_PAGES, `must have at most ${MOST_PAGES} pages`)),
})
const settings = z.strictObject({
  text: z.optional(words(2000)),
  button: z.optional(words(60)),
  thanks: z.optional(words(2000)),
  redirect: z.optional(webAddress),
  notify: z.optional(z.boolean()),
  edit_days: z.optional(z.int().check(z.minimum(1), z.maximum(365))),
  known_is_fine: z.optional(z.boolean()),
  payment: z.optional(z.strictObject({ item: uuid, quantity: z.optional(fieldId) })),
  confirm: z.optional(z.strictObject({ field: fieldId, subject: name(150), text: words(5000) })),
})
/** The database checks the alternatives. */
const rule = z.strictObject({
  any: z.array(z.looseObject({ kind: z.string() })).check(z.maxLength(20)),
})
const time = z.string().check(
  z.maxLength(40),
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time in ISO 8601'),
)
const given = {
  title: z.optional(name(80)),
  design: z.optional(design),
  settings: z.optional(settings),
  audience: z.optional(z.nullable(z.union([uuid, rule]))),
  is_open: z.optional(z.boolean()),
  opens_at: z.optional(z.nullable(time)),
  closes_at: z.optional(z.nullable(time)),
  most: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)))),
  per_person: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1000)))),
}
const form = z.object({
  id: uuid,
  table_id: uuid,
  title: z.string(),
  design,
  settings,
  audience: z.nullable(uuid),
  is_open: z.boolean(),
  opens_at: z.nullable(z.string()),
  closes_at: z.nullable(z.string()),
  most: z.nullable(z.int()),
  per_person: z.nullable(z.int()),
  submitted: z.int(),
  read_only: z.nullable(z.literal('pro')),
  revision: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
const entryState = z.enum(['awaiting', 'sent', 'refused'])
const ofTenant = { tenantId: uuid }
const ofForm = { ...ofTenant, formId: uuid }

export const listFormsContract = contract(
  z.strictObject(ofTenant),
  z.object({ forms: z.array(form), may_add: z.boolean() }),
)
export const createFormContract = contract(z.strictObject({ ...ofTenant, table_id: uuid, ...given }), form)
export const changeFormContract = contract(z.strictObject({ ...ofForm, revision: z.int(), ...given }), form)
export const deleteFormContract = contract(z.strictObject(ofForm), z.object({ deleted: z.literal(true) }))

export const listPaymentsContract = contract(
  z.strictObject({ ...ofTenant, table_id: uuid, record_id: z.optional(uuid) }),
  z.object({
    payments: z.array(
      z.object({
        id: uuid,
        form: z.string(),
        record_id: uuid,
        state: entryState,
        problem: z.nullable(z.string()),
        answers: z.nullable(z.record(z.string(), z.custom<Value>())),
        row: z.nullable(z.record(z.string(), z.custom<Value>())),
        order: z.nullable(
          z.object({
            id: uuid,
            amount: z.int(),
            refunded: z.int(),
            currency: z.string(),
            mode: z.enum(['test', 'live']),
            paid_at: z.string(),
          }),
        ),
        created_at: z.string(),
        until: z.string(),
      }),
    ),
  }),
)
const ofEntry = z.strictObject({ ...ofTenant, entryId: uuid })
export const retryPaymentContract = contract(
  ofEntry,
  z.object({ state: entryState, problem: z.nullable(z.string()) }),
)
export const discardPaymentContract = contract(ofEntry, z.object({ deleted: z.literal(true) }))

const short = z.string().check(z.maxLength(200))
const price = z.object({ name: z.string(), price_cents: z.int(), currency: z.string() })
const ticket = { salt: short, challenge: short, signature: short }

export const enterFormContract = contract(
  z.strictObject({ form: uuid }),
  z.object({
    state: z.enum(FORM_STATES),
    opens_at: z.optional(z.string()),
    ticket: z.optional(z.object({ ...ticket, most: z.int() })),
    price: z.optional(price),
  }),
)
const proof = {
  form: uuid,
  ticket: z.strictObject(ticket),
  number: z.int().check(z.minimum(0), z.maximum(10_000_000)),
}
export const prepareFormUploadContract = contract(
  z.strictObject({ ...proof, field: fieldId, name: z.string().check(z.minLength(1), z.maxLength(1000)) }),
  z.object({ id: uuid, url: z.string(), most: z.int() }),
)
export const submitFormContract = contract(
  z.strictObject({
    ...proof,
    answers: z.record(z.string().check(z.maxLength(60)), z.unknown()),
    trap: z.optional(short),
    locale: z.optional(z.string().check(z.maxLength(40))),
  }),
  z.object({
    id: uuid,
    waits: z.optional(z.literal(true)),
    edit: z.optional(z.string()),
    pay: z.optional(z.string()),
  }),
)

const ofSent = { form: uuid, token: z.string().check(z.regex(/^[\w-]{43}$/, 'must be a token')) }

export const payFormContract = contract(
  z.strictObject({
    ...ofSent,
    page_url: z.string().check(z.maxLength(2048)),
    seen: z.strictObject({ price_cents: z.int(), currency: z.string().check(z.maxLength(3)) }),
    locale: z.optional(z.string().check(z.maxLength(40))),
  }),
  z.object({ url: z.string() }),
)
export const readFormPaymentContract = contract(
  z.strictObject({ ...ofSent, done: z.optional(z.literal(true)), locale: z.optional(z.string()) }),
  z.object({
    state: z.enum(['awaiting', 'paid', 'sent']),
    price: z.optional(z.extend(price, { quantity: z.int() })),
    is_open: z.optional(z.literal(true)),
    until: z.string(),
    waits: z.optional(z.literal(true)),
    edit: z.optional(z.string()),
  }),
)

export const readSentContract = contract(
  z.strictObject(ofSent),
  z.object({ answers: z.record(z.string(), z.custom<Value>()), until: z.string() }),
)
export const changeSentContract = contract(
  z.strictObject({ ...ofSent, answers: z.record(z.string().check(z.maxLength(60)), z.unknown()) }),
  z.object({ waits: z.optional(z.literal(true)) }),
)
