import type { Field } from '../fields/field.ts'

/** Compares the value of an earlier question. `has`: a choice is among the chosen ones. */
export const COMPARISONS = ['is', 'is_not', 'has', 'has_not', 'gt', 'lt', 'empty', 'filled'] as const

export interface Comparison {
  /** Id of the field that an earlier question fills. */
  field: string
  is: (typeof COMPARISONS)[number]
  /** Absent for `empty` and `filled`. */
  value?: string | number | boolean
}

/** When a page, section or question is shown: if all, or any, of the comparisons hold. */
export type Condition = { all: Comparison[] } | { any: Comparison[] }

/** Fills one field of the form's table. */
export interface Question {
  /** Id of the field. */
  field: string
  /** Default: the title of the field. */
  label?: string
  /** Default: the help of the field. */
  help?: string
  /** The form demands a value even if the table does not. */
  required?: boolean
  /** Not shown: only its prefilled value or the field's default is stored. */
  hidden?: boolean
  /** Where the first value comes from: `email` and `name` of the signed-in visitor, or a parameter of that name. */
  prefill?: { person: 'email' | 'name' } | { parameter: string }
  when?: Condition
}

export interface Section {
  title?: string
  text?: string
  questions: Question[]
  when?: Condition
}

/** Visitors see one page at a time. */
export interface DesignPage {
  title?: string
  sections: Section[]
  when?: Condition
}

/** What a form asks, in order. Conditions refer to earlier questions only. */
export interface FormDesign {
  pages: DesignPage[]
}

/** What happens around the questions. */
export interface FormSettings {
  /** Below the title. */
  text?: string
  /** Label of the button that sends. */
  button?: string
  /** Shown after sending. Default: a sentence in the visitor's language. */
  thanks?: string
  /** Page on a listed site to which the visitor is sent instead. */
  redirect?: string
  /** The owner gets an email about each submission. */
  notify?: boolean
  /**
   * An answer that must be unique and that another row has ends as if it were sent, and adds nothing: the answer does not tell
   * who is in the table.
   */
  known_is_fine?: boolean
  /** Senders get a link with which they can change what they sent, for so many days. */
  edit_days?: number
  /**
   * The last step is to pay for this product, as often as a number field says. What was sent becomes a row when it is paid.
   */
  payment?: { item: string; quantity?: string }
  /** The sender gets an email at the address in this field. */
  confirm?: { field: string; subject: string; text: string }
}

/** A field as a form's page knows it: nothing that the form does not show. */
export type AskedField = Pick<
  Field,
  'id' | 'title' | 'kind' | 'help' | 'required' | 'min' | 'max' | 'pattern' | 'choices' | 'currency' | 'types'
>

/** Kinds of fields that a form can fill. */
export const ASKED_KINDS = [
  'text',
  'long_text',
  'number',
  'money',
  'yes_no',
  'date',
  'date_time',
  'email',
  'link',
  'phone',
  'choice',
  'choices',
  'rating',
  'file',
  'image',
] as const

/** Limits of a design. */
export const MOST_PAGES = 20
export const MOST_QUESTIONS = 100

/** Emails to the owner about one form in an hour. */
export const MOST_NOTICES = 20
/** Confirmations to senders of all forms of a site in an hour, by plan. */
export const MOST_COPIES = { free: 20, paid: 100 }

/** Units of a product that one submission can pay for. */
export const MOST_UNITS = 99
