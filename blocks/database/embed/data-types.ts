import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { FormEntry, ListedRow, ListPage } from '../endpoints.ts'
import type { AskedField, FormDesign } from '#kernel/browser/forms/form-design.ts'
import type { Layout, ListDesign } from '#kernel/browser/forms/list-design.ts'

/** A form as its page shows it. */
export interface FormView {
  id: string
  title: string
  text?: string
  button?: string
  thanks?: string
  /** Where the visitor is sent afterwards. */
  redirect?: string
  /** Id of the number field that says how many units are paid for. */
  units?: string
  design: FormDesign
  fields: AskedField[]
}

export interface FormPageData extends EmbedPageData {
  /** Null: the tag names no form of this tenant. */
  form: FormView | null
  entry: FormEntry
  /** From the tag. */
  prefill: Record<string, string>
  /** The address is a link to what was sent, whose secret only the browser has. */
  edit?: true
}

/** A list as its page shows it. */
export interface ListView extends Pick<ListDesign, 'text' | 'empty' | 'search' | 'own_rows'> {
  id: string
  title: string
  layout: Layout
  /** Fields that everyone may see. */
  fields: AskedField[]
  /** Ids of fields by which visitors can filter. */
  filters: string[]
  /** Ids of fields by which visitors can order. */
  sorts: string[]
  /** The field that places entries in a calendar. */
  date?: AskedField
  /** Fields of an entry's own view that everyone may see; absent: entries have none. */
  details?: AskedField[]
}

export interface ListPageData extends EmbedPageData {
  /** Null: the tag names no list of this tenant. */
  list: ListView | null
  /** The first page, as a visitor who is signed out sees it. */
  first: ListPage
  /** Of a calendar: the month of `first`, `2026-11`. */
  month?: string
  /** Query of this page's address without the entry. */
  search?: string
  /** The entry that the address names: its id, and the row if a visitor who is signed out sees it. */
  row?: string
  opened?: ListedRow
}
