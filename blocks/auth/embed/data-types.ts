import type { EmbedPageData, ListedSite, ProfilePartLink } from '#kernel/browser/embed-page.ts'

/** An identity provider that visitors may sign in with. */
export interface ProviderChoice {
  /** The value of `provider=` for /auth/v1/authorize. */
  id: string
  /** Display name. */
  name: string
}

/** The sign-in methods that the tenant offers. */
export interface SignInMethods {
  /** Email and password. */
  password: boolean
  /** Visitors may create accounts. */
  signUp: boolean
  /** An emailed code or link instead of a password. */
  emailCode: boolean
  passkeys: boolean
  providers: ProviderChoice[]
}

export interface AuthPageData extends EmbedPageData {
  /**
   * True when the request carried a session cookie. The page then waits for the session instead of showing
   * the form.
   */
  restoring?: boolean
  /** Absent only when nothing was read about the tenant: then the form offers email and password. */
  ways?: SignInMethods
  /** On the profile: what members have in other blocks. */
  parts?: ProfilePartLink[]
}

export type SuccessPageData = AuthPageData

/** What an email link can be for. The confirm page's button redeems each kind. */
export type MailLink = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'

/** A page that hands its session to another window and stores nothing itself. */
export interface Passing {
  passing: boolean
}

/** The page behind an email link. It never runs in a frame. */
export interface ConfirmPageData extends EmbedPageData, Passing {
  /** The link's token. Only the page's button posts it, because mail scanners follow links. */
  tokenHash: string
  type: MailLink
  /** The listed page the visitor came from; null when it is unknown or no longer listed. */
  site: ListedSite | null
}

/**
 * The page in the window that goes to a provider and back. It never runs in a frame. Its query says what to
 * do: `provider` starts, `code` or `error` ends.
 */
export interface ReturnPageData extends EmbedPageData, Passing {
  /** The provider to start with; null on return, and when the tenant does not offer the requested one. */
  provider: ProviderChoice | null
  site: ListedSite | null
  /** The app's request, if the visitor came here from our consent page. */
  authorizationId: string | null
}

/**
 * The page in the window that goes to the tenant's own Auth0 and back. `back` returns with Auth0's response,
 * `finish` keeps the session in this window, `leave` starts the sign-out and `left` ends it.
 */
export interface Auth0PageData extends EmbedPageData, Passing {
  step: 'begin' | 'back' | 'finish' | 'leave' | 'left'
  site: ListedSite | null
  authorizationId: string | null
  /** Null when the tenant uses another sign-in provider or Auth0 is not fully configured. */
  application: { domain: string; client_id: string } | null
}

/** The page behind the link in an invitation to a team. It never runs in a frame. */
export interface InvitationPageData extends AuthPageData {
  /** The secret of the link. */
  secret: string
  /** The listed page that the invitation was sent from; null when it is unknown or no longer listed. */
  site: ListedSite | null
}

/**
 * The page where members of the tenant grant a builder's own app access to their data. It never runs in a
 * frame.
 */
export interface ConsentPageData extends AuthPageData {
  /** ID of the app's request; empty when the address has none. */
  authorizationId: string
}
