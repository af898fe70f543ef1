import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { TableDescription, TenantTables } from '#kernel/records/description.ts'
import { askedDesign, askedFields } from './asked-fields.ts'
import type { FormState } from '#kernel/browser/forms/form-state.ts'
import type { FormEntry } from './endpoints.ts'
import { formErrors } from './errors.ts'
import type { AskedField, FormDesign, FormSettings } from '#kernel/browser/forms/form-design.ts'
import { payableOf } from './form-price.ts'
import { issueTicket } from './tickets.ts'

/** A form as the server uses it for one caller. */
export interface OpenForm {
  id: string
  table_id: string
  title: string
  design: FormDesign
  settings: FormSettings
  opens_at: Date | null
  state: FormState
  tables: TenantTables
  table: TableDescription
  fields: ReadonlyMap<string, AskedField>
}

/**
 * A form of the caller's tenant and whether the caller may send it now.
 * @param fresh reads the tables again
 * @throws {AppError} form_not_found
 */
export async function openForm(
  kernel: Kernel,
  claims: Claims,
  formId: string,
  fresh = false,
): Promise<OpenForm> {
  const { rows } = await kernel.database.withClaims(claims, (db) =>
    sql<
      Omit<OpenForm, 'tables' | 'table' | 'fields'>
    >`select id, table_id, title, design, settings, opens_at, state
      from app.open_form(${formId})`.execute(db),
  )
  const form = rows[0]
  if (!form) throw formErrors.form_not_found()
  const cache = kernel.tables
  const find = ({ tables }: TenantTables) => [...tables.values()].find(({ id }) => id === form.table_id)
  let tables = await (fresh ? cache.reload(claims.tenant!) : cache.current(claims.tenant!))
  if (!find(tables)) tables = await cache.reload(claims.tenant!)
  const table = find(tables)
  if (!table) throw formErrors.form_not_found()
  const design = askedDesign(form.design, askedFields(form.design, table.fields))
  const fields = new Map(askedFields(design, table.fields).map((field) => [field.id, field]))
  return { ...form, design, tables, table, fields }
}

/** What the page needs to know before it sends. */
export async function entryOf(kernel: Kernel, claims: Claims, form: OpenForm): Promise<FormEntry> {
  const { id, state: own, opens_at, settings } = form
  const { state, price } = own === 'open' ? await payableOf(kernel, claims, settings) : { state: own }
  return {
    state,
    ...(state === 'not_yet' && opens_at && { opens_at: opens_at.toISOString() }),
    ...(state === 'open' && { ticket: issueTicket(kernel.config, id) }),
    ...(price && { price }),
  }
}
