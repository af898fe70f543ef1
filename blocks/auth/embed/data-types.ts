import type { EmbedPageData } from '#kernel/browser/embed-page.ts'

export interface AuthPageData extends EmbedPageData {
  /** True when the request carried a session cookie: the page waits for the session instead of showing the form. */
  restoring?: boolean
}

export type SuccessPageData = AuthPageData

/** The page behind the link of a mail. It stands alone, never in a frame. */
export interface ConfirmPageData extends EmbedPageData {
  /** The link's token, posted by the page's button and by nothing else: mail scanners follow links. */
  tokenHash: string
  type: 'signup'
  /** The listed page the visitor came from; null when it is not known, or no longer listed. */
  site: { url: string; name: string } | null
}
