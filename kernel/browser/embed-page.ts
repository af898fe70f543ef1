// What a page of a block, shown in a frame on somebody's site, is given: its data, and the ways out of the frame.
// Types only. The server fills the data, `embed/` implements the rest, blocks build pages on it.
import type { FunctionComponent } from 'react'
import type { Endpoint } from './endpoint.ts'
import type { TenantTheme } from './theme/theme.ts'

export type ThemeMode = 'light' | 'dark'

/** The public card of a tenant, readable by its public key alone. */
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

/** Why a page has nothing to show. `load_failed`: the tenant is there, its content could not be read. */
export type EmbedProblem = 'no_tenant' | 'tenant_not_found' | 'load_failed'

/** What every page gets. Blocks extend it in their `embed/data-types.ts`. */
export interface EmbedPageData {
  /** Null exactly when `error` is `no_tenant` or `tenant_not_found`, or the host is refused. */
  tenant: EmbedTenant | null
  /** Origin of the API without a slash at the end; empty for the page's own origin. */
  apiUrl: string
  /** Origin of the host page after the check against the tenant's list; null when opened on its own. */
  parentOrigin: string | null
  /** It stands inside a page of ours, which says whose it is and gives it its ground. */
  inner?: true
  /** Origins of hosted checkout pages that the loader may move the host page to. */
  checkoutOrigins: string[]
  error?: EmbedProblem
  /** Filled with a sample (`EmbedSample`) of this kind: nothing is asked of the service, nothing is kept. */
  sample?: string
  host: {
    /** The asking site is not on the tenant's list. */
    refused?: boolean
    /** The name in the tag, when no block has it. The page is refused then. */
    unknownBlock?: string
    /** The block is closed for this tenant. The page is refused then, and says so in one sentence. */
    unavailable?: true
    /** The refused site's origin, to be named in words. */
    origin?: string
    /** True when the list names this origin itself, not only through the test mode's wildcard. */
    exact?: boolean
  }
}

export interface EmbedUser {
  id: string
  email: string | null
  /** Name for people: name, else nickname, else null. */
  name: string | null
  /** The address was shown to be theirs. */
  verified: boolean
  /** When the account was made, ISO 8601; null where that is not known. */
  since: string | null
}

/** A page on a site that the tenant lists, to lead back to. */
export interface ListedSite {
  url: string
  /** Its host, for people. */
  name: string
}

/** A second factor that a user has set up and proven. */
export interface EmbedFactor {
  id: string
  type: 'totp' | 'webauthn' | 'phone' | 'recovery_code'
  /** The user's own name for it; null when there is none. */
  name: string | null
}

/** The end user's session, kept inside the frame. Every method that fails rejects with a CallError. */
export interface EmbedSession {
  /** Signed in, with everything that the account asks for. */
  user: EmbedUser | null
  /**
   * The factors of somebody who has proven the first step only. Until `enter` brought the second, nobody is signed in:
   * not to this page, not to the host's, not to other frames.
   */
  owed: EmbedFactor[] | null
  /**
   * Posts to /auth/v1 and takes over the session that is answered. @returns the user, and what the service says
   * besides; no user where a second factor is owed, or where the answer is no session
   */
  enter(path: string, body: object): Promise<{ user: EmbedUser | null; told: Record<string, unknown> }>
  /** Any other call of /auth/v1, as whoever is here: signed in, half-way, or nobody. */
  ask<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>
  /** True when an earlier visit left a session here; known at once, without a request. */
  likely(): boolean
  /** Brings the earlier session back; null when there is none. Never rejects. */
  restore(): Promise<EmbedUser | null>
  /** @returns null where a second factor is owed */
  signIn(email: string, password: string): Promise<EmbedUser | null>
  /** @returns the user where no confirmation is needed, else null: a mail is on its way. */
  signUp(email: string, password: string, redirectTo: string): Promise<EmbedUser | null>
  /** Takes over a session by the one-time code that another window handed back. */
  exchange(code: string): Promise<EmbedUser | null>
  /** A code that hands this session to one other window, once; `challenge` binds it to that window (RFC 7636). */
  oneTimeCode(challenge?: string): Promise<string>
  signOut(): Promise<void>
  /** A token that is valid for at least half a minute; undefined when signed out. */
  accessToken: () => Promise<string | undefined>
  /** Asks whether the session still lives, if it was not asked just now: it may have been ended on another device. */
  lookAgain(): Promise<void>
  /** Tells of every change, also of those made in the tenant's other frames. @returns stops telling */
  subscribe(listener: (user: EmbedUser | null) => void): () => void
}

/** One-time codes that our return addresses leave behind `#` of the host page's address. */
export type HostCode = 'order' | 'session'

export type HostEvent =
  | { type: 'purchase'; item: string; amount: number; currency: string }
  | { type: 'error'; code: string }
  /** The visitor is done here: an opened panel closes. */
  | { type: 'close' }
  /** Another block of the same tenant is to stand over the host page until it is closed. */
  | { type: 'open'; block: string }

export interface EmbedApi {
  session: EmbedSession
  /**
   * How the visitor came: with a session handed over by another window, with that of an earlier visit, or with none.
   * `problem` is why a handed-over one could not be taken. Never rejects.
   */
  arrival: Promise<{ user: EmbedUser | null; problem?: unknown }>
  /** Calls a function of ours with the tenant's key, and the end user's token when signed in. */
  call<I, O>(endpoint: Endpoint<I, O>, input: I, more?: { idempotencyKey?: string }): Promise<O>
  /** Resolves when the host page has introduced itself; at once when there is none. */
  host(): Promise<{ framed: boolean; /** Address of the page the block stands on. */ pageUrl: string }>
  /** Takes the code of that kind that came with the host page's address, if any; each is given to one frame, once. */
  takeCode(kind: HostCode): Promise<string | undefined>
  /** Tells the host page; it appears there as `bb:…` event. */
  tell(event: HostEvent): void
  /** Moves the whole page (the host's when framed) to an address of ours or of a checkout origin. */
  leave(url: string): void
  /** Small values kept in the frame's own storage, per tenant; lost when the browser refuses storage. */
  keep: { get(name: string): string | null; set(name: string, value: string | null): void }
  /**
   * Shows another page of the same block in this window. Rejects where its script does not come: this page stays, but the
   * address is the new one's already, so that a new document begins there.
   */
  show(page: string): Promise<void>
}

export interface EmbedPageProps<Data extends EmbedPageData = EmbedPageData> {
  data: Data
  /** Undefined while the server renders. */
  embed: EmbedApi | undefined
}

export type EmbedPage<Data extends EmbedPageData = EmbedPageData> = FunctionComponent<EmbedPageProps<Data>>

/**
 * Words of a page in our languages (kernel/browser/spoken.ts), by the tag of a document. `load` fetches one, `speak`
 * switches to one that was loaded (else English), at once.
 */
export interface EmbedLanguage {
  /** Whether there are texts in the language of this tag. Languages that no page has are English, which all have. */
  speaks: (tag: string) => boolean
  load: (tag: string) => Promise<void>
  speak: (tag: string) => void
}

/** What a page shows where no tenant stands behind it: in the mock mode of the playground. */
export interface EmbedSample {
  /** Beside what every page gets. */
  data: object
  /** Who is signed in from the start. */
  user?: EmbedUser
  /** Answers to its calls by `METHOD /path`, without a query; what is not here does not work in a preview. */
  answers?: Record<string, (input: never) => unknown>
}

/** The module of a page. */
export interface EmbedPageModule {
  default: EmbedPage<never>
  /** Missing on pages that are no blocks by themselves. `kind` is for pages that have several faces. */
  sample?: () => Promise<{ sample: (kind: string) => EmbedSample }>
  language: EmbedLanguage
}
