import * as z from 'zod/mini'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { contract, name, uuid } from '#kernel/contract.ts'
import { LAYOUTS, MOST_PAGE } from '#kernel/browser/forms/list-design.ts'

const fieldId = z.string().check(z.regex(/^[a-z0-9]{8}$/, 'must be the id of a field'))
const fieldIds = z.array(fieldId).check(z.maxLength(100, 'must have at most 100 fields'))
const design = z.strictObject({
  fields: fieldIds,
  text: z.optional(z.string().check(z.maxLength(2000, 'must have at most 2000 characters'))),
  empty: z.optional(z.string().check(z.maxLength(500, 'must have at most 500 characters'))),
  order: z.optional(fieldId),
  descending: z.optional(z.boolean()),
  filters: z.optional(fieldIds),
  search: z.optional(z.boolean()),
  sort: z.optional(z.boolean()),
  page_size: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_PAGE))),
  own_rows: z.optional(z.boolean()),
  date: z.optional(fieldId),
  details: z.optional(fieldIds),
})
const given = {
  title: z.optional(name(80)),
  layout: z.optional(z.enum(LAYOUTS)),
  design: z.optional(design),
}
const view = z.object({
  id: uuid,
  table_id: uuid,
  title: z.string(),
  layout: z.enum(LAYOUTS),
  design,
  revision: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
const ofTenant = { tenantId: uuid }
const ofView = { ...ofTenant, viewId: uuid }

export const listViewsContract = contract(z.strictObject(ofTenant), z.array(view))
export const createViewContract = contract(z.strictObject({ ...ofTenant, table_id: uuid, ...given }), view)
export const changeViewContract = contract(z.strictObject({ ...ofView, revision: z.int(), ...given }), view)
export const deleteViewContract = contract(z.strictObject(ofView), z.object({ deleted: z.literal(true) }))

const row = z.object({
  id: uuid,
  values: z.record(z.string(), z.custom<Value>()),
  created_at: z.string(),
  may: z.optional(z.array(z.enum(['change', 'delete']))),
  waits: z.optional(z.literal(true)),
})
const short = z.string().check(z.maxLength(200))

export const readListContract = contract(
  z.strictObject({
    list: uuid,
    page: z.optional(short),
    search: z.optional(short),
    sort: z.optional(short),
    filters: z.optional(z.string().check(z.maxLength(2000))),
    from: z.optional(short),
    until: z.optional(short),
  }),
  z.object({
    rows: z.array(row),
    more: z.boolean(),
    closed: z.optional(z.enum(['sign_in', 'not_for_you'])),
  }),
)
export const readRowContract = contract(z.strictObject({ list: uuid, row: uuid }), row)
export const changeRowContract = contract(
  z.strictObject({
    list: uuid,
    row: uuid,
    answers: z.record(z.string().check(z.maxLength(60)), z.unknown()),
  }),
  row,
)
export const deleteRowContract = contract(
  z.strictObject({ list: uuid, row: uuid }),
  z.object({ deleted: z.literal(true) }),
)
