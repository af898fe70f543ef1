import { endpoint } from '#kernel/browser/endpoint.ts'

/** An event of the card provider about a tenant's account. Times are ISO 8601. */
export interface InboxEvent {
  id: string
  type: string
  /** `waiting` includes events that are being retried. */
  state: 'waiting' | 'done' | 'failed'
  object_id: string | null
  received_at: string
  tried_at: string | null
  processed_at: string | null
  /** Why it failed, in a message for the tenant's owner. */
  error: string | null
}

interface OfTenant {
  tenant_id: string
}

/**
 * Lists the events of the tenant's account in a mode, newest first, 20 per page. `before` is the id of the
 * last event, and `include` that of an event to list in whatever state it is.
 */
export const listInbox = endpoint<
  OfTenant & { mode: 'test' | 'live'; state?: 'failed'; before?: string; include?: string },
  { events: InboxEvent[]; more: boolean; failed: number }
>('GET', '/payment-events')

/** Processes an event again. It reads the current state of the event's object, so repeating it is safe. */
export const replayInbox = endpoint<OfTenant & { id: string }, { queued: true }>(
  'POST',
  '/payment-event-replay',
)
