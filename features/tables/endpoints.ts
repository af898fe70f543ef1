import type { Audience } from '#kernel/browser/audience.ts'
import { endpoint } from '#kernel/browser/endpoint.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { FileLink, PreparedUpload } from '#kernel/browser/fields/file-upload.ts'

/**
 * One of a tenant's own tables. Its rows are read and written through the data API, `/rest/v1/{name}`; staff name the tenant with the
 * header `x-tenant`. Times are ISO 8601.
 */
export interface DataTable extends TableRights {
  id: string
  /** In the data API. */
  name: string
  title: string
  fields: Field[]
  /** Grows with each change; a change names the one that it was made from. */
  revision: number
  /** Rows belong to the team that their author acts for. Needs Business. */
  team_scoped: boolean
  /** Rows that visitors add or change wait until the staff approve them (column `approved`). */
  approval: boolean
  /** Set when the owner's plan ended: rows can be read, and changes need this plan. */
  read_only: 'pro' | 'business' | null
  created_at: string
  updated_at: string
  /** When it was moved to the trash, where it stays for 30 days. */
  deleted_at: string | null
}

/**
 * Audiences that may see, add, change and delete rows; null: no one but the staff. An audience with the kind `owner` opens a row to its
 * author, one with `team` to the author's team.
 */
export interface TableRights {
  see: string | null
  add: string | null
  change: string | null
  delete: string | null
}

/** An audience's id, or a rule: the tenant's audience with the same rule is used, or one is created. */
export type GivenRights = { [Right in keyof TableRights]?: string | Audience | null }

/** Without `id` the field is new. `name` is made of the title if it is absent. The server chooses slots and ignores those given. */
export type GivenField = Omit<Field, 'id' | 'name'> & Partial<Pick<Field, 'id' | 'name'>>

export interface OfTable {
  tenantId: string
  tableId: string
}

/** Rows of a table that a change of its fields brings up to date at once; more are for the job. */
export const MOST_CONVERTED = 10_000

/** Rows of all own tables and the bytes in them, and how many the plan includes. */
export interface TableUsage {
  rows: number
  bytes: number
  most_rows: number
  most_bytes: number
}

/** Tables in the order of their making, those in the trash last. Needs the right `content`, as all calls here. */
export const listTables = endpoint<
  { tenantId: string },
  { tables: DataTable[]; may_add: boolean; usage: TableUsage }
>('GET', '/data-tables/:tenantId/tables')

/** 402 `upgrade_required`: Free includes one table. 409 `name_taken`, `too_many_tables`; 400 `bad_field`. */
export const createTable = endpoint<
  { tenantId: string; title: string; name?: string; fields?: GivenField[] } & GivenRights & {
      team_scoped?: boolean
      approval?: boolean
    },
  DataTable
>('POST', '/data-tables/:tenantId/tables')

/**
 * Changes a description. `fields` is the whole list: fields that it lacks are removed, and come back with their values if a later
 * list has their id again. Names and settings may change freely. Another kind converts the values (`convertValue`), which needs a
 * table with at most MOST_CONVERTED rows. 409 `table_changed` if it has another revision by now, `kind_has_values`,
 * `not_unique`.
 */
export const changeTable = endpoint<
  OfTable & { revision: number; title?: string; name?: string; fields?: GivenField[] } & GivenRights & {
      team_scoped?: boolean
      approval?: boolean
    },
  DataTable
>('PUT', '/data-tables/:tenantId/tables/:tableId')

/** TypeScript types of the tenant's own tables, as `text`, for `createClient<Database>()` of the official client. */
export const readTypes = endpoint<{ tenantId: string }, { text: string }>(
  'GET',
  '/data-tables/:tenantId/types',
)

/** Moves a table and its rows to the trash. */
export const deleteTable = endpoint<OfTable, { deleted: true }>(
  'DELETE',
  '/data-tables/:tenantId/tables/:tableId',
)

/** Brings a table back from the trash. 402 `upgrade_required`, 409 `name_taken`. */
export const restoreTable = endpoint<OfTable, DataTable>(
  'POST',
  '/data-tables/:tenantId/tables/:tableId/restore',
)

/** A change of a row, with its values before by the names that the fields have now. */
export interface RowChange {
  id: string
  row_id: string
  at: string
  /** `restored`: it was deleted and is back. */
  act: 'changed' | 'deleted' | 'restored'
  actor_kind: 'staff' | 'person' | 'visitor' | 'service' | 'system'
  actor_id: string | null
  before: Record<string, unknown>
}

/** Rows deleted within 30 days, newest first, 100 at once. `before`: `next` of the page before. */
export const listTrash = endpoint<OfTable & { before?: string }, { rows: RowChange[]; next: string | null }>(
  'GET',
  '/data-tables/:tenantId/tables/:tableId/trash',
)

/** Brings deleted rows back, up to 1,000. 409 `not_unique` if a unique value is in use again: then none comes back. */
export const restoreRows = endpoint<OfTable & { rows: string[] }, { restored: number }>(
  'POST',
  '/data-tables/:tenantId/tables/:tableId/trash/restore',
)

/** What a row was before its last 100 changes within 30 days, newest first. */
export const readHistory = endpoint<OfTable & { rowId: string }, { changes: RowChange[] }>(
  'GET',
  '/data-tables/:tenantId/tables/:tableId/rows/:rowId/history',
)

/**
 * An address to which the caller sends one file for a field (`sendFile`). The id is the field's value in the next 24 hours, in one
 * row that the same caller writes. 404 `table_not_found`, `field_not_found`.
 */
export const prepareUpload = endpoint<OfTable & { field: string; name: string }, PreparedUpload>(
  'POST',
  '/data-tables/:tenantId/tables/:tableId/uploads',
)

/** Addresses of files of a table, also of rows in its trash, by the id of the file. Others are left out. */
export const linkFiles = endpoint<OfTable & { files: string[] }, { links: Record<string, FileLink> }>(
  'POST',
  '/data-tables/:tenantId/tables/:tableId/file-links',
)

/**
 * The same for a site's visitors and members, who may add or change rows of the table: `table` and `field` are names in the data API.
 * 403 `forbidden`, 404 `table_not_found`, `field_not_found`.
 */
export const prepareOwnUpload = endpoint<{ table: string; field: string; name: string }, PreparedUpload>(
  'POST',
  '/own-tables/:table/uploads',
)

/** Addresses of the files that rows have in a field, by the id of the row. Rows that the caller does not see are left out. */
export const linkOwnFiles = endpoint<
  { table: string; field: string; rows: string[] },
  { links: Record<string, FileLink> }
>('POST', '/own-tables/:table/file-links')
