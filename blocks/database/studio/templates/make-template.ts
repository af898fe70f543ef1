import {
  type DataForm,
  type DataView,
  type GivenForm,
  type GivenView,
  createForm,
  createView,
  listForms,
} from '#blocks/database/endpoints-studio.ts'
import { type DataTable, createTable } from '#features/tables/endpoints.ts'
import type { Endpoint } from '#kernel/browser/endpoint.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { ASKED_KINDS, type Question } from '#kernel/browser/forms/form-design.ts'
import type { TableTemplate } from './template.ts'

/** Calls an endpoint as the tenant's owner or staff. */
export type Caller = <I, O>(endpoint: Endpoint<I, O>, input: I) => Promise<O>

/** What a template made. */
export interface MadeTemplate {
  table: DataTable
  form?: DataForm
  view?: DataView
  /** The plan includes no further form, so the table has none. */
  lacksForm?: true
  /** The table was made, and then a call failed. */
  error?: unknown
}

const asked: readonly string[] = ASKED_KINDS

/**
 * Makes the table of a template, then its form and its list.
 * @param addRows adds the example rows, if the table should have them
 * @throws {CallError} if the table could not be made
 */
export async function makeTemplate(
  call: Caller,
  tenantId: string,
  template: TableTemplate,
  { title = template.title, addRows }: { title?: string; addRows?: (table: DataTable) => Promise<void> } = {},
): Promise<MadeTemplate> {
  const { fields, rights, approval } = template
  const made: MadeTemplate = {
    table: await call(createTable, { tenantId, title, fields: [...fields], ...rights, approval }),
  }
  const of = { tenantId, table_id: made.table.id }
  try {
    await addRows?.(made.table)
    if ((await call(listForms, { tenantId })).may_add)
      made.form = await call(createForm, { ...of, ...formOf(template, made.table.fields) })
    else made.lacksForm = true
    const view = viewOf(template, made.table.fields)
    if (view) made.view = await call(createView, { ...of, ...view })
  } catch (error) {
    made.error = error
  }
  return made
}

/** The form of a template, for a table with these fields. Emails and names start with those of the signed-in visitor. */
export function formOf({ form }: TableTemplate, fields: readonly Field[]): GivenForm {
  const { title, asks, audience, settings, confirm } = form
  const questions = asks.flatMap((name) => {
    const field = fieldOf(fields, name)
    return asked.includes(field.kind) ? [questionOf(field)] : []
  })
  return {
    title,
    design: { pages: [{ sections: [{ questions }] }] },
    settings: {
      ...settings,
      ...(confirm && { confirm: { ...confirm, field: fieldOf(fields, 'email').id } }),
    },
    ...(audience && { audience }),
  }
}

/** The list of a template, for a table with these fields. */
export function viewOf({ list }: TableTemplate, fields: readonly Field[]): GivenView | undefined {
  if (!list) return undefined
  const { title, layout, shows, filters, order, ...design } = list
  const idsOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const { id, kind } = fieldOf(fields, name)
      return asked.includes(kind) ? [id] : []
    })
  return {
    title,
    layout,
    design: {
      ...design,
      fields: idsOf(shows),
      ...(filters && { filters: idsOf(filters) }),
      ...(order && { order: fieldOf(fields, order).id }),
    },
  }
}

function questionOf({ id, name, kind }: Field): Question {
  const person = kind === 'email' ? 'email' : name === 'name' ? 'name' : undefined
  return { field: id, ...(person && { prefill: { person } }) }
}

/** @throws for a name that the template's own fields lack */
function fieldOf(fields: readonly Field[], name: string): Field {
  const field = fields.find((one) => one.name === name)
  if (!field) throw new Error(`The template has no field "${name}"`)
  return field
}
