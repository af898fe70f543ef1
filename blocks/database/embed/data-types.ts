import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { AskedField, FormDesign } from '../form-design.ts'

/** A form as its page shows it. */
export interface FormView {
  id: string
  title: string
  text?: string
  button?: string
  design: FormDesign
  fields: AskedField[]
}

export interface FormPageData extends EmbedPageData {
  /** Null: the tag names no form of this tenant. */
  form: FormView | null
}

export interface ListPageData extends EmbedPageData {
  /** Null: the tag names no list of this tenant. */
  list: { id: string; title: string } | null
}
