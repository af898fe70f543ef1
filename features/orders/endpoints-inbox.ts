import { endpoint } from '#kernel/browser/endpoint.ts'

/** An event of the card provider about a tenant's account. Times are ISO 8601. */
export interface InboxEvent {
  id: string
  type: string
  /** `waiting` is on its way or being tried again. */
  state: 'waiting' | 'done' | 'failed'
  object_id: string | null
  received_at: string
  tried_at: string | null
  processed_at: string | null
  /** Why it failed, in words for its owner. */
  error: string | null
}

interface OfTenant {
  tenant_id: string
}

/** Events of the tenant's account in a mode, the newest first, 50 at a time; `before` is the last one's id. */
export const listInbox = endpoint<
  OfTenant & { mode: 'test' | 'live'; state?: 'failed'; before?: string },
  { events: InboxEvent[]; more: boolean; failed: number }
>('GET', '/payment-events')

/** Works an event again: what it is about is read anew, so doing it twice does no harm. */
export const replayInbox = endpoint<OfTenant & { id: string }, { queued: true }>(
  'POST',
  '/payment-event-replay',
)
