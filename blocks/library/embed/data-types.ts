import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { LibraryItem, LibraryPage, LibraryQuery } from '../endpoints.ts'

export interface LibraryPageData extends EmbedPageData {
  /** The item that the tag names, as a visitor who is signed out sees it: null if there is none. Absent: a list. */
  item?: LibraryItem | null
  /** The page is a part of the host's own text (`data-bb-gate`): the body of the item without its title. */
  isGate?: true
  /** Slug or id that the tag names. It may be an item that only members see. */
  named?: string
  /** The first page of the list, for a visitor who is signed out. */
  list?: LibraryPage
  tags?: string[]
  /** What the tag narrows the list to. */
  query?: LibraryQuery
}

/** `/embed/certificate`. */
export interface CertificatePageData extends EmbedPageData {
  /** Null: the code is unknown, or the certificate is revoked. */
  certificate?: { name: string; course: string; issued_at: string } | null
}
