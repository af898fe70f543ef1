// What a block's page receives when it runs in a frame on a customer's site: its data, and the calls that reach
// outside the frame. Types only. The server fills the data, `embed/` implements the calls, blocks build pages on them.
import type { FunctionComponent } from 'react'
import type { Endpoint } from './endpoint.ts'
import type { TenantTheme } from './theme/theme.ts'

export type ThemeMode = 'light' | 'dark'

/** The tenant's public profile, readable with its public key alone. */
export interface EmbedTenant {
  id: string
  name: string
  public_key: string
  theme: TenantTheme
  auth_provider: 'supabase' | 'auth0'
  auth0_domain: string | null
  auth0_client_id: string | null
  stripe_mode: 'test' | 'live'
}

/** Why a page has nothing to show. `load_failed`: the tenant exists, but its content could not be read. */
export type EmbedProblem = 'no_tenant' | 'tenant_not_found' | 'load_failed'

/** Data that every page gets. Blocks extend it in their `embed/data-types.ts`. */
export interface EmbedPageData {
  /** Null exactly when `error` is `no_tenant` or `tenant_not_found`, or the host is refused. */
  tenant: EmbedTenant | null
  /** Origin of the API without a trailing slash; empty for the page's own origin. */
  apiUrl: string
  /** Origin of the host page, checked against the tenant's list; null when opened directly. */
  parentOrigin: string | null
  /** The page is nested in one of our pages, which shows the tenant's name and draws the background. */
  inner?: true
  /** Origins of hosted checkout pages to which the loader may send the host page. */
  checkoutOrigins: string[]
  error?: EmbedProblem
  /** The page shows sample data (`EmbedSample`) of this kind: it makes no requests and stores nothing. */
  sample?: string
  /** The tenant's owner views the page as someone else: it makes no requests and stores nothing. */
  viewedAs?: { user: EmbedUser | null; answers: Record<string, unknown> }
  host: {
    /** The requesting site is not on the tenant's list. */
    refused?: boolean
    /** The name in the tag when no such block exists. The page is refused then. */
    unknownBlock?: string
    /** The block is unavailable for this tenant. The page is refused and says so in one sentence. */
    unavailable?: true
    /** The refused site's origin, to show in the message. */
    origin?: string
    /** The tenant counts visits of its pages: always, or with the visitor's consent. */
    measuring?: 'on' | 'consent'
    /** True when the list contains this exact origin; false when only test mode's wildcard matches it. */
    exact?: boolean
  }
}

export interface EmbedUser {
  id: string
  email: string | null
  /** Display name: name, else nickname, else null. */
  name: string | null
  /** The user has confirmed this email address. */
  verified: boolean
  /** When the account was created, ISO 8601; null if unknown. */
  since: string | null
}

/** A page on one of the tenant's listed sites, to link back to. */
export interface ListedSite {
  url: string
  /** Its host, for display. */
  name: string
}

/** A second factor that a user has set up and verified. */
export interface EmbedFactor {
  id: string
  type: 'totp' | 'webauthn' | 'phone' | 'recovery_code'
  /** The user's own name for the factor; null if unnamed. */
  name: string | null
}

/** The end user's session, kept inside the frame. Every method that fails rejects with a CallError. */
export interface EmbedSession {
  /** The user, if signed in and all sign-in steps are complete. */
  user: EmbedUser | null
  /**
   * The factors of a user who has completed only the first step. Until `enter` completes the second, the user counts
   * as signed out: for this page, the host page and other frames.
   */
  owed: EmbedFactor[] | null
  /**
   * Posts to /auth/v1 and adopts the session in the response. @returns the user and the rest of the response; the
   * user is null when a second factor is required or when the response has no session
   */
  enter(path: string, body: object): Promise<{ user: EmbedUser | null; told: Record<string, unknown> }>
  /** Any other call to /auth/v1, with the current credentials: signed in, half signed in, or anonymous. */
  ask<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>
  /** True when an earlier visit left a session here. Synchronous, without a request. */
  likely(): boolean
  /** Restores the earlier session; null when there is none. Never rejects. */
  restore(): Promise<EmbedUser | null>
  /** @returns null when a second factor is required */
  signIn(email: string, password: string): Promise<EmbedUser | null>
  /** @returns the user if no confirmation is needed, else null: a confirmation email is on its way */
  signUp(email: string, password: string, redirectTo: string): Promise<EmbedUser | null>
  /** Adopts a session by the one-time code that another window handed back. */
  exchange(code: string): Promise<EmbedUser | null>
  /** A single-use code that hands this session to another window; `challenge` binds it to that window (RFC 7636). */
  oneTimeCode(challenge?: string): Promise<string>
  signOut(): Promise<void>
  /** A token that is valid for at least 30 more seconds; undefined when signed out. */
  accessToken: () => Promise<string | undefined>
  /** Checks that the session is still valid, unless it was just checked: another device may have ended it. */
  lookAgain(): Promise<void>
  /** Reports every change, including those made in the tenant's other frames. @returns a function to unsubscribe */
  subscribe(listener: (user: EmbedUser | null) => void): () => void
}

/** One-time codes that our return URLs leave in the fragment of the host page's URL. */
export type HostCode = 'order' | 'session'

export type HostEvent =
  | { type: 'purchase'; item: string; amount: number; currency: string }
  | { type: 'error'; code: string }
  /** A form was sent; `form` is its id. */
  | { type: 'submitted'; form: string }
  /** The visitor is done: an open panel closes. */
  | { type: 'close' }
  /** Shows another block of the same tenant over the host page until it is closed. `item`: what it shows. */
  | { type: 'open'; block: string; item?: string }

export interface EmbedApi {
  session: EmbedSession
  /**
   * How the visitor arrived: with a session handed over by another window, with one from an earlier visit, or without.
   * `problem` is why a handed-over session could not be adopted. Never rejects.
   */
  arrival: Promise<{ user: EmbedUser | null; problem?: unknown }>
  /** Calls one of our functions with the tenant's key, and with the end user's token when signed in. */
  call<I, O>(endpoint: Endpoint<I, O>, input: I, more?: { idempotencyKey?: string }): Promise<O>
  /** Resolves when the host page has introduced itself; immediately when there is no host page. */
  host(): Promise<{ framed: boolean; /** URL of the page that shows the block. */ pageUrl: string }>
  /** Takes the code of this kind from the host page's URL, if any. Each code goes to one frame, once. */
  takeCode(kind: HostCode): Promise<string | undefined>
  /** Notifies the host page, where it arrives as a `bb:…` event. */
  tell(event: HostEvent): void
  /** Navigates the whole page (the host's when framed) to one of our URLs or to a checkout origin. */
  leave(url: string): void
  /** Small values in the frame's own storage, per tenant; lost when the browser denies storage. */
  keep: { get(name: string): string | null; set(name: string, value: string | null): void }
  /**
   * Shows another page of the same block in this window. Rejects when the page's script fails to load: this page stays
   * visible, but the URL already names the new page, so that a reload opens it.
   */
  show(page: string): Promise<void>
  /** Loads a part of the profile block, with its strings in the page's language. Rejects when its script fails to load. */
  part(name: string): Promise<FunctionComponent<ProfilePartProps>>
}

export interface EmbedPageProps<Data extends EmbedPageData = EmbedPageData> {
  data: Data
  /** Undefined while the server renders. */
  embed: EmbedApi | undefined
}

export type EmbedPage<Data extends EmbedPageData = EmbedPageData> = FunctionComponent<EmbedPageProps<Data>>

/**
 * A page's strings in the supported languages (kernel/browser/spoken.ts), selected by the document's language tag.
 * `load` fetches a language; `speak` switches to a loaded one (else English) immediately.
 */
export interface EmbedLanguage {
  /** Whether the page has strings for this tag. Unsupported languages count as English, which every page has. */
  speaks: (tag: string) => boolean
  load: (tag: string) => Promise<void>
  speak: (tag: string) => void
}

/** A button of the profile block that opens a part of another block. */
export interface ProfilePartLink {
  name: string
  /** In the page's language. */
  label: string
}

export interface ProfilePartProps {
  data: EmbedPageData
  embed: EmbedApi
  /** Leads back to the profile. */
  onBack: () => void
}

/** The module of a part: what a signed-in member has in another block, shown in the profile block. It loads when it is opened. */
export interface ProfilePart {
  default: FunctionComponent<ProfilePartProps>
  language: EmbedLanguage
}

/** What a page shows without a tenant: in the playground's mock mode. */
export interface EmbedSample {
  /** Added to the data that every page gets. */
  data: object
  /** The user who is signed in initially. */
  user?: EmbedUser
  /** Responses to its calls by `METHOD /path`, without a query; any other call fails in a preview. */
  answers?: Record<string, (input: never) => unknown>
}

/** A page's module. */
export interface EmbedPageModule {
  default: EmbedPage<never>
  /** Absent on pages that are not blocks. `kind` selects a view on pages that have several. */
  sample?: () => Promise<{ sample: (kind: string) => EmbedSample }>
  language: EmbedLanguage
}
