import type { EmbedPageData, ListedSite } from '#kernel/browser/embed-page.ts'

/** An identity provider that visitors may sign in with. */
export interface ProviderChoice {
  /** As in `provider=` of /auth/v1/authorize. */
  id: string
  /** Name for people. */
  name: string
}

/** How visitors of the tenant may sign in. */
export interface Ways {
  /** E-mail and password. */
  password: boolean
  /** New accounts may be opened. */
  signUp: boolean
  /** A code or link by mail instead of a password. */
  emailCode: boolean
  passkeys: boolean
  providers: ProviderChoice[]
}

export interface AuthPageData extends EmbedPageData {
  /** True when the request carried a session cookie: the page waits for the session instead of showing the form. */
  restoring?: boolean
  /** Missing only where nothing was read of the tenant: then e-mail and password alone. */
  ways?: Ways
}

export type SuccessPageData = AuthPageData

/** What the mails' links may be for; the confirm page's button redeems each of them. */
export type MailLink = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'

/** A page that hands its session over to another window, and keeps nothing itself. */
export interface Passing {
  passing: boolean
}

/** The page behind the link of a mail. It stands alone, never in a frame. */
export interface ConfirmPageData extends EmbedPageData, Passing {
  /** The link's token, posted by the page's button and by nothing else: mail scanners follow links. */
  tokenHash: string
  type: MailLink
  /** The listed page the visitor came from; null when it is not known, or no longer listed. */
  site: ListedSite | null
}

/**
 * The page in the window that leads to a provider and back. It stands alone. What it is to do stands in its address:
 * `provider` starts, `code` or `error` ends.
 */
export interface ReturnPageData extends EmbedPageData, Passing {
  /** The provider to start with; null on the way back, and for one that the tenant does not offer. */
  provider: ProviderChoice | null
  site: ListedSite | null
  /** The app's request that the visitor is in the midst of answering on our own consent page. */
  authorizationId: string | null
}

/**
 * The page in the window that leads to the tenant's own Auth0 and back. `back` is on the way back with an answer,
 * `finish` keeps the session in the window itself, `leave` and `left` are the way out.
 */
export interface Auth0PageData extends EmbedPageData, Passing {
  step: 'begin' | 'back' | 'finish' | 'leave' | 'left'
  site: ListedSite | null
  authorizationId: string | null
  /** Null where the tenant signs people in otherwise, or lacks something. */
  application: { domain: string; client_id: string } | null
}

/** The page on which members of the tenant let a builder's own app know who they are. It stands alone. */
export interface ConsentPageData extends AuthPageData {
  /** The app's request; empty when the address names none. */
  authorizationId: string
}
