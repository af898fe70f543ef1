import { endpoint } from '#kernel/browser/endpoint.ts'
import type { FormState } from '#kernel/browser/forms/form-state.ts'
import type { PreparedUpload } from '#kernel/browser/fields/file-upload.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import type { AnswerFault } from '#kernel/browser/forms/form-rules.ts'

/**
 * A small computation that one submission must include, so that sending many costs something: find `number` from 0 to `most` so
 * that the SHA-256 of `salt` and the number is `challenge` (the scheme of altcha.org). Valid for a day, for one submission.
 */
export interface Ticket {
  /** Ends with a period. */
  salt: string
  /** Hexadecimal. */
  challenge: string
  signature: string
  most: number
}

export interface FormEntry {
  state: FormState
  /** When it opens, ISO 8601; only with `not_yet`. */
  opens_at?: string
  /** Only with `open`. */
  ticket?: Ticket
  /** What this visitor pays after sending, for one unit; only with `open`, and only if the form's last step is a payment. */
  price?: FormPrice
}

/** A product and the price of one unit, in minor units of `currency`. */
export interface FormPrice {
  name: string
  price_cents: number
  currency: string
}

export interface Submission {
  form: string
  /** Values by id of the field, for the questions that apply. Others are refused or ignored. */
  answers: Record<string, unknown>
  ticket: Omit<Ticket, 'most'>
  /** The solution. */
  number: number
  /** Must be empty: people do not see this control, programs fill it. */
  trap?: string
  /** The visitor's language, such as `de`. */
  locale?: string
}

export interface Submitted {
  /** Id of the submission. */
  id: string
  /** Waits until the site's staff approve it. */
  waits?: true
  /** Address at which the sender can change what they sent. */
  edit?: string
  /** A secret with which the sender pays (`payForm`). Only then the site gets what was sent. */
  pay?: string
}

/** Details of 400 `invalid_answers`. */
export interface InvalidAnswers {
  faults: AnswerFault[]
}

/** State of a form for the caller, with a ticket. 404 `form_not_found`. */
export const enterForm = endpoint<{ form: string }, FormEntry>('GET', '/forms/:form/entry')

/**
 * Sends a form. The same ticket and answers again return the first result; other answers with it get 409 `already_sent`. 403
 * `form_closed` with `details.state`; 400 `invalid_answers`, `unknown_field`, `bad_ticket`; 409 `ticket_expired`, `too_fast`; 429.
 */
export const submitForm = endpoint<Submission, Submitted>('POST', '/forms/:form/submissions')

/**
 * An address to which the visitor sends one file for a question (`sendFile`). The id is the answer, in one submission of this form by
 * the same visitor within 24 hours. A ticket serves for the files and the submission. 404 `form_not_found`, `unknown_field`; 403
 * `form_closed`; 400 `bad_ticket`; 409 `ticket_expired`, `too_fast`; 429.
 */
export const prepareFormUpload = endpoint<
  Pick<Submission, 'form' | 'ticket' | 'number'> & { field: string; name: string },
  PreparedUpload
>('POST', '/forms/:form/uploads')

export interface FormPaymentRequest {
  form: string
  /** `pay` of the submission. */
  token: string
  /** The page that the visitor is on, which must be on one of the tenant's sites. */
  page_url: string
  /** The terms that the visitor was shown. They set no price. */
  seen: { price_cents: number; currency: string }
  locale?: string
}

/**
 * Opens the hosted checkout for what was sent, and ends an earlier one. Send an `Idempotency-Key`. 404 `payment_ended`,
 * `item_unavailable`; 403 `members_only`; 409 `already_paid`, `price_changed`, `checkout_busy`, `cannot_sell`, `sold_out`; 429.
 */
export const payForm = endpoint<FormPaymentRequest, { url: string }>('POST', '/forms/:form/payment')

export interface FormPayment {
  /** `paid`: the site gets it in a moment. */
  state: 'awaiting' | 'paid' | 'sent'
  /** What is to be paid now, absent while the product cannot be bought; or what was paid. */
  price?: FormPrice & { quantity: number }
  /** A checkout is open, or its payment is in progress. */
  is_open?: true
  /** What is not paid by then is deleted, ISO 8601. */
  until: string
  /** With `sent`: as in `Submitted`. */
  waits?: true
  edit?: string
}

/**
 * State of what was sent and must be paid. With `done` the payments provider is asked now: the visitor is back from the checkout.
 * 404 `payment_ended`; 429.
 */
export const readFormPayment = endpoint<
  { form: string; token: string; done?: true; locale?: string },
  FormPayment
>('POST', '/forms/:form/payment-state')

/** What was sent, for the person who has its link. */
export interface SentAnswers {
  /** By id of the field; only questions that can be changed. */
  answers: Record<string, Value>
  /** When the link ends, ISO 8601. */
  until: string
}

export interface ChangeOfSent {
  form: string
  /** From the fragment of the link. */
  token: string
  answers: Record<string, unknown>
}

/** 404 `link_ended`, `form_not_found`; 403 `form_closed`; 429. The token is in the body, because addresses are logged. */
export const readSent = endpoint<{ form: string; token: string }, SentAnswers>('POST', '/forms/:form/sent')

/** Changes what was sent. Errors of `readSent`; 400 `invalid_answers`, `unknown_field`; 409 `form_outdated`. */
export const changeSent = endpoint<ChangeOfSent, { waits?: true }>('PUT', '/forms/:form/sent')

/** A row as a list shows it. */
export interface ListedRow {
  id: string
  /** By id of the field; only fields that the list shows to this visitor. */
  values: Record<string, Value>
  created_at: string
  /** What the member may do with this row, which is their own. */
  may?: ('change' | 'delete')[]
  /** Only its author sees it until the staff approve it. */
  waits?: true
}

/** Why a visitor sees no row: they are signed out, or the rows are for others. */
export type ListClosed = 'sign_in' | 'not_for_you'

export interface ListPage {
  rows: ListedRow[]
  /** Only without rows, and only if the table is closed to the visitor. */
  closed?: ListClosed
  /** There is another page. */
  more: boolean
}

export interface ListQuery {
  /** From 0. */
  page?: string
  search?: string
  /** Id of a shown field; with a leading `-` in descending order. */
  sort?: string
  /** JSON: values by id of the field. */
  filters?: string
  /** Of a calendar: the entries from this day or time and before another, at most 63 days later. Without both: a page, as of every list. */
  from?: string
  until?: string
}

/** Rows of a list that this visitor may see. 404 `list_not_found`; 400 `bad_query`. */
export const readList = endpoint<{ list: string } & ListQuery, ListPage>('GET', '/lists/:list/rows')

/** One row with the fields of its own view. 404 `list_not_found`, `row_not_found`, also if the list's entries have no view of their own. */
export const readRow = endpoint<{ list: string; row: string }, ListedRow>('GET', '/lists/:list/rows/:row')

/** Changes shown fields of a row, as the rights of the table allow. 404 `row_not_found`; 400 `invalid_answers`, `unknown_field`. */
export const changeRow = endpoint<{ list: string; row: string; answers: Record<string, unknown> }, ListedRow>(
  'PUT',
  '/lists/:list/rows/:row',
)

/** Deletes a row, as the rights of the table allow. 404 `row_not_found`. */
export const deleteRow = endpoint<{ list: string; row: string }, { deleted: true }>(
  'DELETE',
  '/lists/:list/rows/:row',
)
