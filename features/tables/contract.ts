import * as z from 'zod/mini'
import {
  FIELD_KINDS,
  FIELD_NAME,
  MOST_CHOICES,
  MOST_FIELDS,
  MOST_TITLE,
} from '#kernel/browser/fields/field.ts'
import { FILE_GROUP_NAMES } from '#kernel/browser/fields/file-types.ts'
import { contract, name, uuid } from '#kernel/contract.ts'

const columnName = z
  .string()
  .check(z.regex(FIELD_NAME, 'must be 1 to 63 of a to z, 0 to 9 and _, and start with a letter'))
const settings = {
  kind: z.enum(FIELD_KINDS),
  title: name(MOST_TITLE),
  help: z.optional(z.string().check(z.maxLength(500, 'must have at most 500 characters'))),
  required: z.optional(z.boolean()),
  unique: z.optional(z.boolean()),
  default: z.optional(z.unknown()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  pattern: z.optional(z.string().check(z.maxLength(200, 'must have at most 200 characters'))),
  choices: z.optional(
    z
      .array(z.strictObject({ value: name(100), title: name(100), color: z.optional(name(20)) }))
      .check(z.maxLength(MOST_CHOICES, `must have at most ${MOST_CHOICES} choices`)),
  ),
  types: z.optional(
    z.array(z.enum(FILE_GROUP_NAMES)).check(z.minLength(1), z.maxLength(FILE_GROUP_NAMES.length)),
  ),
  table: z.optional(uuid),
  currency: z.optional(
    z.string().check(z.regex(/^[a-z]{3}$/, 'must be the code of a currency, such as eur')),
  ),
  audience: z.optional(uuid),
}
const fieldId = z.string().check(z.regex(/^[a-z0-9]{8}$/, 'must be the id of a field'))
const slots = {
  slot: z.optional(z.string()),
  indexed: z.optional(z.boolean()),
  unique_slot: z.optional(z.string()),
}
const givenField = z.strictObject({
  ...settings,
  ...slots,
  id: z.optional(fieldId),
  name: z.optional(columnName),
})
const field = z.object({ ...settings, ...slots, id: fieldId, name: z.string() })

/** The database checks the alternatives. */
const rule = z.strictObject({
  any: z
    .array(z.looseObject({ kind: z.string() }))
    .check(z.maxLength(20, 'must have at most 20 alternatives')),
})
const right = z.optional(z.nullable(z.union([uuid, rule])))
const rights = {
  see: right,
  add: right,
  change: right,
  delete: right,
  team_scoped: z.optional(z.boolean()),
  approval: z.optional(z.boolean()),
}
const table = z.object({
  id: uuid,
  name: z.string(),
  title: z.string(),
  fields: z.array(field),
  revision: z.int(),
  see: z.nullable(uuid),
  add: z.nullable(uuid),
  change: z.nullable(uuid),
  delete: z.nullable(uuid),
  team_scoped: z.boolean(),
  approval: z.boolean(),
  read_only: z.nullable(z.enum(['pro', 'business'])),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.nullable(z.string()),
})
const fields = z.optional(
  z.array(givenField).check(z.maxLength(MOST_FIELDS, `must have at most ${MOST_FIELDS} fields`)),
)
const ofTenant = { tenantId: uuid }
const ofTable = { ...ofTenant, tableId: uuid }

const count = z.int().check(z.nonnegative())
const usage = z.object({ rows: count, bytes: count, most_rows: count, most_bytes: count })

export const listTablesContract = contract(
  z.strictObject(ofTenant),
  z.object({ tables: z.array(table), may_add: z.boolean(), usage }),
)
export const readTypesContract = contract(z.strictObject(ofTenant), z.object({ text: z.string() }))
export const createTableContract = contract(
  z.strictObject({ ...ofTenant, title: name(MOST_TITLE), name: z.optional(columnName), fields, ...rights }),
  table,
)
export const changeTableContract = contract(
  z.strictObject({
    ...ofTable,
    revision: z.int(),
    title: z.optional(name(MOST_TITLE)),
    name: z.optional(columnName),
    fields,
    ...rights,
  }),
  table,
)
export const deleteTableContract = contract(z.strictObject(ofTable), z.object({ deleted: z.literal(true) }))
export const restoreTableContract = contract(z.strictObject(ofTable), table)

const rowChange = z.object({
  id: uuid,
  row_id: uuid,
  at: z.string(),
  act: z.enum(['changed', 'deleted', 'restored']),
  actor_kind: z.enum(['staff', 'person', 'visitor', 'service', 'system']),
  actor_id: z.nullable(uuid),
  before: z.record(z.string(), z.unknown()),
})
export const listTrashContract = contract(
  z.strictObject({ ...ofTable, before: z.optional(uuid) }),
  z.object({ rows: z.array(rowChange), next: z.nullable(uuid) }),
)
export const restoreRowsContract = contract(
  z.strictObject({
    ...ofTable,
    rows: z.array(uuid).check(z.maxLength(1000, 'must name at most 1000 rows')),
  }),
  z.object({ restored: z.int() }),
)
export const readHistoryContract = contract(
  z.strictObject({ ...ofTable, rowId: uuid }),
  z.object({ changes: z.array(rowChange) }),
)

const fileName = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(1000, 'must have at most 1000 characters'))
const prepared = z.object({ id: uuid, url: z.string(), most: z.int() })
const link = z.object({ url: z.string(), picture: z.optional(z.string()), thumb: z.optional(z.string()) })
const links = z.object({ links: z.record(z.string(), link) })
const ids = z.array(uuid).check(z.maxLength(200, 'must have at most 200 ids'))
export const prepareUploadContract = contract(
  z.strictObject({ ...ofTable, field: fieldId, name: fileName }),
  prepared,
)
export const linkFilesContract = contract(z.strictObject({ ...ofTable, files: ids }), links)
const ofName = { table: columnName, field: columnName }
export const prepareOwnUploadContract = contract(z.strictObject({ ...ofName, name: fileName }), prepared)
export const linkOwnFilesContract = contract(z.strictObject({ ...ofName, rows: ids }), links)
