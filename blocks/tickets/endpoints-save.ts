import { endpoint } from '#kernel/browser/endpoint.ts'
import type { Question } from './endpoints.ts'

/** A price of a type until a time, a number of units, or whichever comes first. */
export interface GivenPhase {
  name: string | null
  price_cents: number
  until_at: string | null
  until_sold: number | null
}

/** Seats; types name them by their place in the list. */
export interface GivenQuota {
  /** Of a stored one. */
  id?: string
  name: string
  capacity: number
}

export interface GivenType {
  /** Of a stored one. */
  id?: string
  name: string
  description: string | null
  price_cents: number
  is_donation: boolean
  sale_from: string | null
  sale_until: string | null
  min_per_order: number
  max_per_order: number
  most_per_buyer: number | null
  group_size: number
  is_hidden: boolean
  /** Place in `types` of the one that it is added to; null for none. */
  addon_of: number | null
  audience_id: string | null
  has_waiting_list: boolean
  is_transferable: boolean
  is_open: boolean
  questions: Question[]
  /** Places in `quotas` of the seats that a unit takes: one to three. */
  quotas: number[]
  phases: GivenPhase[]
}

/** An event with all that is sold for it, as it is to be stored. Amounts are minor units of the currency, times ISO 8601. */
export interface GivenEvent {
  title: string
  summary: string | null
  /** Null: online only. */
  place: string | null
  zone: string
  starts_at: string
  ends_at: string
  currency: string
  /** Who may see it; null: everyone. */
  audience_id: string | null
  /** Until when buyers may cancel; null: they may not. */
  cancel_until: string | null
  /** Of the price, when a buyer cancels. */
  refund_percent: number
  /** For holders only. */
  online_url: string | null
  /** For holders only, after the end. */
  recording_url: string | null
  quotas: GivenQuota[]
  types: GivenType[]
}

/**
 * Stores an event, its seats, types, prices and addresses for holders: all or nothing. Types and quotas that are not given are deleted. A new
 * event is a draft. Right `content`. A refusal names the field in `details`, as `[{path, message}]`: 409 `seats_taken`, `event_changed`
 * (`seen_at` is not its `updated_at` any more, or a type or quota would be deleted that is not in `seen`, the ids that the caller has read),
 * 402 `plan_required`, 400 `invalid_input`.
 */
export const saveEvent = endpoint<
  { tenantId: string; id?: string; seen_at?: string; seen?: string[]; event: GivenEvent },
  { id: string }
>('POST', '/tickets/:tenantId/events')
