import type { GivenField } from '#features/tables/endpoints.ts'
import type { Audience } from '#kernel/browser/audience.ts'
import type { FormSettings } from '#kernel/browser/forms/form-design.ts'
import type { Layout } from '#kernel/browser/forms/list-design.ts'

/** The form of a template, on one page. Fields are named by their names. */
export interface TemplateForm {
  title: string
  /** The questions, in order. Kinds of fields that a form cannot fill yet are left out. */
  asks: readonly string[]
  /** Who may send it; everyone without one. */
  audience?: Audience
  settings: Omit<FormSettings, 'confirm'>
  /** The email to the sender, at the address in the field `email`. */
  confirm?: { subject: string; text: string }
}

/** The list of a template. Fields are named by their names. */
export interface TemplateList {
  title: string
  layout: Layout
  /** The first is the heading of each entry. */
  shows: readonly string[]
  filters?: readonly string[]
  order?: string
  descending?: boolean
  text?: string
  /** Instead of the sentence for an empty list. */
  empty?: string
  search?: boolean
  own_rows?: boolean
}

/** A table to start with: fields, rights and a few example rows, and what fills and shows it on the site. */
export interface TableTemplate {
  id: string
  /** Name of the template, for example `Guestbook`. */
  name: string
  /** What it is for, in one sentence. */
  text: string
  /** Title of the new table. */
  title: string
  fields: readonly (GivenField & { name: string })[]
  /**
   * Who may; null: only the owner and staff. Visitors add rows through a form, which has its own rule and its guard against spam, so
   * most templates leave `add` to the form.
   */
  rights: Record<'see' | 'add' | 'change' | 'delete', Audience | null>
  approval: boolean
  form: TemplateForm
  /** Absent where rows are for the owner and staff alone. */
  list?: TemplateList
  /** By names of the fields. */
  rows: readonly Readonly<Record<string, unknown>>[]
}

export const EVERYONE: Audience = { any: [{ kind: 'everyone' }] }
export const SIGNED_IN: Audience = { any: [{ kind: 'signed_in' }] }
export const AUTHOR: Audience = { any: [{ kind: 'owner' }] }
