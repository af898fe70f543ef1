import type { Audience } from '#kernel/browser/audience.ts'
import { endpoint } from '#kernel/browser/endpoint.ts'
import type { FormDesign, FormSettings } from '#kernel/browser/forms/form-design.ts'
import type { Layout, ListDesign } from '#kernel/browser/forms/list-design.ts'

/** A form of a tenant's own table. Times are ISO 8601. */
export interface DataForm {
  id: string
  table_id: string
  title: string
  design: FormDesign
  settings: FormSettings
  /** Who may send it; null: everyone. */
  audience: string | null
  is_open: boolean
  opens_at: string | null
  closes_at: string | null
  /** Submissions in all, and of one signed-in member; null: unlimited. */
  most: number | null
  per_person: number | null
  submitted: number
  /** Set when the owner's plan ended: the form is closed and can only be deleted. */
  read_only: 'pro' | null
  revision: number
  created_at: string
  updated_at: string
}

export interface GivenForm {
  title?: string
  design?: FormDesign
  settings?: FormSettings
  /** An audience's id or a rule: the tenant's audience with the same rule is used, or one is created. */
  audience?: string | Audience | null
  is_open?: boolean
  opens_at?: string | null
  closes_at?: string | null
  most?: number | null
  per_person?: number | null
}

export interface OfForm {
  tenantId: string
  formId: string
}

/** Forms in the order of their making. Needs the right `content`, as all calls here. */
export const listForms = endpoint<{ tenantId: string }, { forms: DataForm[]; may_add: boolean }>(
  'GET',
  '/data-forms/:tenantId/forms',
)

/**
 * Without a design, the form asks for every field of the table. 402 `upgrade_required`: Free includes one form. 404
 * `table_not_found`; 400 `bad_design`, `site_not_listed`.
 */
export const createForm = endpoint<{ tenantId: string; table_id: string } & GivenForm, DataForm>(
  'POST',
  '/data-forms/:tenantId/forms',
)

/** 409 `form_changed` if it has another revision by now. */
export const changeForm = endpoint<OfForm & { revision: number } & GivenForm, DataForm>(
  'PUT',
  '/data-forms/:tenantId/forms/:formId',
)

/** Deletes a form. The rows that it added stay. */
export const deleteForm = endpoint<OfForm, { deleted: true }>('DELETE', '/data-forms/:tenantId/forms/:formId')

/** A list of rows for the site. Times are ISO 8601. */
export interface DataView {
  id: string
  table_id: string
  title: string
  layout: Layout
  design: ListDesign
  revision: number
  created_at: string
  updated_at: string
}

export interface GivenView {
  title?: string
  layout?: Layout
  design?: ListDesign
}

export interface OfView {
  tenantId: string
  viewId: string
}

/** Lists in the order of their making. Needs the right `content`, as all calls here. */
export const listViews = endpoint<{ tenantId: string }, DataView[]>('GET', '/data-views/:tenantId/views')

/**
 * Without a design, the list shows the first fields of the table. Rows appear on the site if the table's right `see` includes the
 * visitor. 404 `table_not_found`; 400 `bad_design`; 409 `too_many_lists`.
 */
export const createView = endpoint<{ tenantId: string; table_id: string } & GivenView, DataView>(
  'POST',
  '/data-views/:tenantId/views',
)

/** 409 `list_changed` if it has another revision by now. */
export const changeView = endpoint<OfView & { revision: number } & GivenView, DataView>(
  'PUT',
  '/data-views/:tenantId/views/:viewId',
)

/** Deletes a list; the rows stay. */
export const deleteView = endpoint<OfView, { deleted: true }>('DELETE', '/data-views/:tenantId/views/:viewId')
