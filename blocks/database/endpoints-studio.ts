import type { Audience } from '#kernel/browser/audience.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
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

/** Deletes a form. The rows that it added stay. 409 `paid_entries` while some are paid and in no table. */
export const deleteForm = endpoint<OfForm, { deleted: true }>('DELETE', '/data-forms/:tenantId/forms/:formId')

/** What was sent with a form whose last step is a payment. Amounts are minor units of `currency`, times ISO 8601. */
export interface EntryPayment {
  /** Of the submission. */
  id: string
  /** Title of the form. */
  form: string
  /** The row, once it is `sent`. */
  record_id: string
  /** `awaiting`: it is not paid, and no row. `refused`: it is paid, and the table does not take it because of `problem`. */
  state: 'awaiting' | 'sent' | 'refused'
  problem: string | null
  /** By id of the field; null once it is `sent`. */
  answers: Record<string, Value> | null
  /** By name of the field: the row, unless it was deleted. */
  row: Record<string, Value> | null
  /** The order that paid for it; null also for callers who may not read orders. */
  order: {
    id: string
    amount: number
    refunded: number
    currency: string
    mode: 'test' | 'live'
    paid_at: string
  } | null
  created_at: string
  /** When it is deleted if it is not paid. */
  until: string
}

/** The newest 200 of a table, or the one of a row. Needs the right `content`. */
export const listPayments = endpoint<
  { tenantId: string; table_id: string; record_id?: string },
  { payments: EntryPayment[] }
>('GET', '/data-forms/:tenantId/payments')

/** Tries again to add a paid entry that its table refused. 404 `payment_not_found`. */
export const retryPayment = endpoint<
  { tenantId: string; entryId: string },
  Pick<EntryPayment, 'state' | 'problem'>
>('POST', '/data-forms/:tenantId/payments/:entryId')

/** Deletes a paid entry that its table refused. Its order stays. 404 `payment_not_found`. */
export const discardPayment = endpoint<{ tenantId: string; entryId: string }, { deleted: true }>(
  'DELETE',
  '/data-forms/:tenantId/payments/:entryId',
)

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
