import { endpoint } from '#kernel/browser/endpoint.ts'
import type { EventType } from './contract.ts'

type Mode = 'test' | 'live'

/** Where a tenant's webhooks are sent. Times are ISO 8601. */
export interface WebhookEndpoint {
  id: string
  mode: Mode
  url: string
  events: EventType[]
  enabled: boolean
  /** Why it is not enabled: the creator's choice, the receiver's answer 410, or five days of failure. */
  disabled_by: 'creator' | 'gone' | 'failing' | null
  disabled_at: string | null
  /** The first failure after the last success. */
  failing_since: string | null
  /** Until then the secret that was replaced signs too. */
  old_secret_until: string | null
  created_at: string
}

/** The secret (`whsec_…`) is told this once. */
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
  /** When it is tried next; null when it is settled. */
  next_at: string | null
  settled_at: string | null
  /** The last attempt's: of HTTP, and what went wrong where there was no answer. */
  status: number | null
  error: string | null
}

export interface Attempt {
  number: number
  attempted_at: string
  duration_ms: number
  status: number | null
  /** The first 2 kB. */
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

/** 400 `webhook_url_refused` says why, 409 `too_many_webhooks`. */
export const createEndpoint = endpoint<
  OfTenant & { mode: Mode; url: string; events: EventType[] },
  WithSecret
>('POST', '/webhook-endpoints')

/** Changes what is named. Enabling an endpoint again sends nothing of what it missed: replay does. */
export const changeEndpoint = endpoint<
  OfTenant & { id: string; url?: string; events?: EventType[]; enabled?: boolean },
  { endpoint: WebhookEndpoint }
>('PATCH', '/webhook-endpoints')

/** Its log goes too. */
export const removeEndpoint = endpoint<OfTenant & { id: string }, { removed: true }>(
  'DELETE',
  '/webhook-endpoints',
)

/** A new secret; the one before signs beside it for 24 hours. */
export const rotateSecret = endpoint<OfTenant & { id: string }, WithSecret>('POST', '/webhook-secret')

/** Sends a `webhook.ping`; the log shows what becomes of it. */
export const pingEndpoint = endpoint<OfTenant & { id: string }, { message_id: string }>(
  'POST',
  '/webhook-ping',
)

/** The newest first, 50 at a time; `before` is the last one's `message_id`. */
export const listDeliveries = endpoint<
  OfTenant & { id: string; state?: Delivery['state']; before?: string },
  { deliveries: Delivery[]; more: boolean }
>('GET', '/webhook-deliveries')

/** One message as it is sent, and every attempt, the newest first. */
export const readDelivery = endpoint<
  OfTenant & { id: string; message_id: string },
  { delivery: Delivery; body: string; attempts: Attempt[] }
>('GET', '/webhook-delivery')

/** Sends it again, at once, under its old id. 409 `webhook_disabled` while the endpoint is off. */
export const replayDelivery = endpoint<OfTenant & { id: string; message_id: string }, { queued: true }>(
  'POST',
  '/webhook-replay',
)
