import type { Field } from '../browser/fields/field.ts'
import { SLOTS } from '../browser/fields/slots.ts'

/** A tenant's own table as the server uses it. */
export interface TableDescription {
  id: string
  name: string
  title: string
  fields: readonly Field[]
  /** Audiences; null: no one. */
  rights: Record<TableRight, string | null>
  teamScoped: boolean
  /** Rows that visitors add or change wait until the staff approve them. */
  approval: boolean
}

export const TABLE_RIGHTS = ['see', 'add', 'change', 'delete'] as const
export type TableRight = (typeof TABLE_RIGHTS)[number]

/** What a caller may use of a tenant's own tables: everything, or what these audiences open. */
export type Access = 'all' | ReadonlySet<string>

/** Whether visitors know of the table: those that no one was given a right on do not exist for them. */
export const isOffered = ({ rights }: Pick<TableDescription, 'rights'>): boolean =>
  TABLE_RIGHTS.some((right) => rights[right] !== null)

/** Whether a field exists for a caller. */
export const isOpenField = ({ audience }: Field, access: Access): boolean =>
  access === 'all' || audience === undefined || access.has(audience)

/** All tables of a tenant at one revision. */
export interface TenantTables {
  tenantId: string
  /** What `app.check_tables` and `app.begin_write` compare. */
  revision: number
  tables: ReadonlyMap<string, TableDescription>
}

/** A row of `public.data_tables`. */
export interface TableRow {
  id: string
  name: string
  title: string
  fields: unknown
  see_audience_id: string | null
  add_audience_id: string | null
  change_audience_id: string | null
  delete_audience_id: string | null
  team_scoped: boolean
  approval: boolean
}

const ID = /^[a-z0-9]{8}$/
const slots: ReadonlySet<string> = new Set(SLOTS)

/**
 * Reads a description. The database checks the fields with `app.valid_fields`; ids and slots become part of statements, so they are
 * checked here again.
 */
export function describeTable(row: TableRow): TableDescription {
  const fields = (row.fields as Field[]).filter(
    ({ id, slot, unique_slot }) =>
      ID.test(id) &&
      (slot === undefined || slots.has(slot)) &&
      (unique_slot === undefined || slots.has(unique_slot)),
  )
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    fields,
    rights: {
      see: row.see_audience_id,
      add: row.add_audience_id,
      change: row.change_audience_id,
      delete: row.delete_audience_id,
    },
    teamScoped: row.team_scoped,
    approval: row.approval,
  }
}
