import type { Hono } from 'hono'
import type { Claims } from './db/claims.ts'
import type { AppEnv } from './http/context.ts'
import type { Route } from './http/route.ts'
import type { QueueName } from './jobs/queues.ts'
import type { Kernel } from './kernel.ts'
import type { Mail } from './mail/mailer.ts'
import type { PaymentMode } from './config.ts'
import type { TenantCard } from './tenancy.ts'

/** An event of the card provider for units: what happened to which object. The payload is not trusted as current state. */
export interface PaymentEvent {
  id: string
  type: string
  mode: PaymentMode
  /** The connected account the event belongs to; undefined for the platform's own. */
  account: string | undefined
  /** `id` is empty for the few objects that have none. */
  object: { id: string; object: string }
}

/** A request for a block's page, after its tenant and the embedding site were checked. */
export interface EmbedRequest {
  tenant: TenantCard
  /** An anonymous visitor of this tenant: the frame's own session is not known here. */
  claims: Claims
  url: URL
  headers: Headers
  /** For limits. */
  clientIp?: string
}

/** Sources that a content policy allows, by directive. */
export type PageSources = Partial<Record<'script' | 'frame' | 'connect' | 'image' | 'media', string[]>>

/** The server's half of a block's page. */
export interface EmbedPageSource {
  /** Title of the document in the language of its tag (`titles` of the unit's `texts/spoken.ts`). */
  title(tag: string): string
  /** True for pages that are never framed. */
  alone?: boolean
  /** Set by kernel/plan-rule.ts: this tenant's owner lacks the block's plan. `load` is not called then. */
  closedFor?(tenant: TenantCard): boolean
  /** Sources by directive that the content policy allows in addition to the defaults. */
  allows?(kernel: Kernel, tenant?: TenantCard): PageSources
  /** Another page to serve at this URL, if any: a service of the tenant redirects users back here. */
  instead?(tenant: TenantCard, url: URL): string | undefined
  /** Title of the document that the data has, if any. */
  titleOf?(data: never): string | undefined
  /** The page that shows the data, if it is another one than this: each is loaded without the code of the others. */
  shownBy?(data: never): string | undefined
  /**
   * Style rules that the page needs before its scripts run, made only of its data (from `load`) and of validated values:
   * the page's policy allows exactly these. Empty for none.
   */
  style?(data: never): string
  /** The page's own data, added to what every page gets (kernel/browser/embed-page.ts). */
  load(kernel: Kernel, request: EmbedRequest): Promise<object>
  /** The page shows the parts of all units that the tenant uses: `parts` is added to its data. */
  showsParts?: true
  /**
   * For View as: what the page's own reads return to this viewer, by `METHOD /path` of the endpoint. The page makes no
   * requests then, and other calls fail with a message.
   */
  answers?(kernel: Kernel, request: EmbedRequest, data: never): Promise<Record<string, unknown>>
}

/** A unit's part of the profile block, under the same name in blocks/profile-parts.ts: what a member has there. */
export interface ProfilePartSource {
  /** Label of its button in the language of a tag (`titles` of the unit's `texts/spoken.ts`). */
  label(tag: string): string
  /** Whether the tenant has anything that members could see there. */
  isUsed(kernel: Kernel, request: EmbedRequest): Promise<boolean>
  /** For View as, as on a page. */
  answers?(kernel: Kernel, request: EmbedRequest): Promise<Record<string, unknown>>
}

/** An email of a unit. */
export interface Letter extends Mail {
  /** Called after the email server accepted it. An error is logged, because the email cannot be taken back. */
  onSent?: () => Promise<void>
}

/** Letters of the queue `mail` by kind. Each reads the current data of its ids; undefined sends nothing. */
export type Letters = Record<string, (kernel: Kernel, ids: never) => Promise<Letter | undefined>>

/** What a block or feature adds to the server; features/server.ts and blocks/server.ts list them. */
export interface Unit {
  /** Calls under /functions/v1. */
  functions?: Route[]
  /** Plain routes at the root: return URLs, webhooks. */
  pages?: (kernel: Kernel) => Hono<AppEnv>
  /** Paths of its screens in the Studio, besides those in server/screen-paths.ts: other paths respond with 404. */
  screenPaths?: readonly string[]
  /** Pages under /embed, by name. */
  embedPages?: Record<string, EmbedPageSource>
  /** Parts of the profile block, by name. */
  profileParts?: Record<string, ProfilePartSource>
  /** Idempotent reactions to payment events, by event type. */
  paymentHandlers?: Record<string, (kernel: Kernel, event: PaymentEvent) => Promise<void>>
  /** Workers by queue. */
  jobs?: Partial<Record<QueueName, (kernel: Kernel, data: never) => Promise<void>>>
  /** Queues that get a job on a schedule: five cron fields in UTC, such as `17 3 * * *`. */
  schedules?: Partial<Record<QueueName, string>>
  /** What `queueLetter` (kernel/mail/letter-jobs.ts) sends, by kind. */
  letters?: Letters
}
