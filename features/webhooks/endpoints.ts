import { endpoint } from '#kernel/browser/endpoint.ts'
import type { EventType } from './contract.ts'

type Mode = 'test' | 'live'

/** A tenant's webhook endpoint. Times are ISO 8601. */
export interface WebhookEndpoint {
  id: string
  mode: Mode
  url: string
  events: EventType[]
  enabled: boolean
  /** Why it is not enabled: turned off by the creator, a 410 response, or five days of failure. */
  disabled_by: 'creator' | 'gone' | 'failing' | null
  disabled_at: string | null
  /** Time of the first failure since the last success. */
  failing_since: string | null
  /** Until then, the replaced secret signs, too. */
  old_secret_until: string | null
  created_at: string
}

/** The secret (`whsec_…`) is returned only here. */
export interface WithSecret {
  endpoint: WebhookEndpoint
  secret: string
}

export interface Delivery {
  message_id: string
  type: string
  state: 'pending' | 'delivered' | 'failed'
  tries: number
  created_at: string
  /** Time of the next attempt; null when the delivery is settled. */
  next_at: string | null
  settled_at: string | null
  /** Of the last attempt: the HTTP status, and the error if there was no response. */
  status: number | null
  error: string | null
}

export interface Attempt {
  number: number
  attempted_at: string
  duration_ms: number
  status: number | null
  /** The first 2 kB of the response. */
  answer: string | null
  error: string | null
}

interface OfTenant {
  tenant_id: string
}

export const listEndpoints = endpoint<OfTenant & { mode: Mode }, { endpoints: WebhookEndpoint[] }>(
  'GET',
  '/webhook-endpoints',
)

/** 400 `webhook_url_refused` with the reason, 409 `too_many_webhooks`. */
export const createEndpoint = endpoint<
  OfTenant & { mode: Mode; url: string; events: EventType[] },
  WithSecret
>('POST', '/webhook-endpoints')

/** Changes the given fields. Enabling an endpoint again does not send the events it missed; replay does. */
export const changeEndpoint = endpoint<
  OfTenant & { id: string; url?: string; events?: EventType[]; enabled?: boolean },
  { endpoint: WebhookEndpoint }
>('PATCH', '/webhook-endpoints')

/** Deletes its log, too. */
export const removeEndpoint = endpoint<OfTenant & { id: string }, { removed: true }>(
  'DELETE',
  '/webhook-endpoints',
)

/** Creates a new secret; the previous one also signs for 24 hours. */
export const rotateSecret = endpoint<OfTenant & { id: string }, WithSecret>('POST', '/webhook-secret')

/** Sends a `webhook.ping`; the log shows the outcome. */
export const pingEndpoint = endpoint<OfTenant & { id: string }, { message_id: string }>(
  'POST',
  '/webhook-ping',
)

/** Newest first, 50 at a time; `before` is the `message_id` of the last row. */
export const listDeliveries = endpoint<
  OfTenant & { id: string; state?: Delivery['state']; before?: string },
  { deliveries: Delivery[]; more: boolean }
>('GET', '/webhook-deliveries')

/** One message as it is sent, and every attempt, newest first. */
export const readDelivery = endpoint<
  OfTenant & { id: string; message_id: string },
  { delivery: Delivery; body: string; attempts: Attempt[] }
>('GET', '/webhook-delivery')

/** Sends it again immediately, with its old id. 409 `webhook_disabled` while the endpoint is off. */
export const replayDelivery = endpoint<OfTenant & { id: string; message_id: string }, { queued: true }>(
  'POST',
  '/webhook-replay',
)
