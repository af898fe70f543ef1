import type { EmbedPageData, ListedSite } from '#kernel/browser/embed-page.ts'
import type { CatalogueItem } from '../endpoints.ts'

/** A product on a card. */
export type PayItem = CatalogueItem

export interface PayPageData extends EmbedPageData {
  /** The tenant's active items, newest first; empty when there is none or when `error` is set. */
  items: PayItem[]
  /** False when no payments account stands behind the tenant's mode yet: cards then say so. */
  canSell: boolean
  /** The checkout may stand in the block itself, not only in a window. */
  overlay: boolean
}

/** The page that the provider's script runs in, in a frame inside the block. It keeps nothing. */
export interface FramePageData extends EmbedPageData {
  passing: true
  inner: true
  /** Address of the provider's browser script. */
  script: string
}

/** The window of a checkout. It stands alone and keeps nothing. */
export interface CheckoutPageData extends EmbedPageData {
  passing: true
  /** The page the buyer came from, as far as the tenant lists its site. */
  site: ListedSite | null
}
