import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { FormEntry } from '../endpoints.ts'
import type { AskedField, FormDesign } from '../form-design.ts'

/** A form as its page shows it. */
export interface FormView {
  id: string
  title: string
  text?: string
  button?: string
  thanks?: string
  /** Where the visitor is sent afterwards. */
  redirect?: string
  design: FormDesign
  fields: AskedField[]
}

export interface FormPageData extends EmbedPageData {
  /** Null: the tag names no form of this tenant. */
  form: FormView | null
  entry: FormEntry
  /** From the tag. */
  prefill: Record<string, string>
}

export interface ListPageData extends EmbedPageData {
  /** Null: the tag names no list of this tenant. */
  list: { id: string; title: string } | null
}
