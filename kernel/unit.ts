import type { Hono } from 'hono'
import type { Claims } from './db/claims.ts'
import type { AppEnv } from './http/context.ts'
import type { Route } from './http/route.ts'
import type { QueueName } from './jobs/queues.ts'
import type { Kernel } from './kernel.ts'
import type { Mail } from './mail/mailer.ts'
import type { PaymentMode } from './config.ts'
import type { TenantCard } from './tenancy.ts'

/** An event of the card provider, as units see it: what happened to which object, never the payload as truth. */
export interface PaymentEvent {
  id: string
  type: string
  mode: PaymentMode
  /** The connected account the event belongs to; undefined for the platform's own. */
  account: string | undefined
  /** `id` is empty for the few objects that have none. */
  object: { id: string; object: string }
}

/** A request for a page of a block, after its tenant and the site around it were checked. */
export interface EmbedRequest {
  tenant: TenantCard
  /** A visitor of this tenant, not signed in: the frame's own session is not known here. */
  claims: Claims
  url: URL
  headers: Headers
}

/** Sources that a content policy allows, by the directive they are for. */
export type PageSources = Partial<Record<'script' | 'frame' | 'connect' | 'image', string[]>>

/** The server's half of a page of a block. */
export interface EmbedPageSource {
  /** Title of the document in the language of its tag (`titles` of the unit's `texts/spoken.ts`). */
  title(tag: string): string
  /** True for pages that stand alone and are never framed. */
  alone?: boolean
  /** Set by kernel/plan-rule.ts: the owner of this tenant lacks the plan of the block. `load` does not run then. */
  closedFor?(tenant: TenantCard): boolean
  /** What its content policy allows beyond what every page may have: sources by directive. */
  allows?(kernel: Kernel, tenant?: TenantCard): PageSources
  /** Another page that answers at this address, if one does: somebody is sent back here by a service of the tenant's. */
  instead?(tenant: TenantCard, url: URL): string | undefined
  /**
   * Style rules that the page needs before its scripts run, made of its data (as `load` gave them) and of checked values
   * alone: the page's policy allows exactly these. Empty for none.
   */
  style?(data: never): string
  /** The page's own data, added to what every page gets (kernel/browser/embed-page.ts). */
  load(kernel: Kernel, request: EmbedRequest): Promise<object>
}

/** Letters of the queue `mail` by kind: each reads anew what the ids are about; undefined sends nothing. */
export type Letters = Record<string, (kernel: Kernel, ids: never) => Promise<Mail | undefined>>

/** What a block or feature gives to the server; features/server.ts and blocks/server.ts list them. */
export interface Unit {
  /** Calls under /functions/v1. */
  functions?: Route[]
  /** Plain routes at the root: return addresses, webhooks. */
  pages?: (kernel: Kernel) => Hono<AppEnv>
  /** Pages under /embed, by name. */
  embedPages?: Record<string, EmbedPageSource>
  /** Idempotent reactions to payment events, by event type. */
  paymentHandlers?: Record<string, (kernel: Kernel, event: PaymentEvent) => Promise<void>>
  /** Workers by queue. */
  jobs?: Partial<Record<QueueName, (kernel: Kernel, data: never) => Promise<void>>>
  /** Queues that get a job by the clock: five cron fields in UTC, such as `17 3 * * *`. */
  schedules?: Partial<Record<QueueName, string>>
  /** What `queueLetter` (kernel/mail/letter-jobs.ts) sends, by kind. */
  letters?: Letters
}
