import type { Hono } from 'hono'
import type Stripe from 'stripe'
import type { AppEnv } from './http/context.ts'
import type { Route } from './http/route.ts'
import type { QueueName } from './jobs/queues.ts'
import type { Kernel } from './kernel.ts'
import type { PaymentMode } from './config.ts'

/** An event of the card provider, as units see it: what happened to which object, never the payload as truth. */
export interface PaymentEvent {
  id: string
  type: string
  mode: PaymentMode
  /** The connected account the event belongs to; undefined for the platform's own. */
  account: string | undefined
  object: { id: string; object: string }
  event: Stripe.Event
}

/** What a block or feature gives to the server; features/server.ts and blocks/server.ts list them. */
export interface Unit {
  /** Calls under /functions/v1. */
  functions?: Route[]
  /** Plain routes at the root: return addresses, webhooks. */
  pages?: (kernel: Kernel) => Hono<AppEnv>
  /** Idempotent reactions to payment events, by event type. */
  paymentHandlers?: Record<string, (kernel: Kernel, event: PaymentEvent) => Promise<void>>
  /** Workers by queue. */
  jobs?: Partial<Record<QueueName, (kernel: Kernel, data: never) => Promise<void>>>
}
