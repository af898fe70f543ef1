import type { EmbedPageData, ListedSite } from '#kernel/browser/embed-page.ts'
import type { CatalogueItem } from '../endpoints.ts'

/** A product on a card. */
export type PayItem = CatalogueItem

export interface PayPageData extends EmbedPageData {
  /** The tenant's active items, newest first; empty when there are none or `error` is set. */
  items: PayItem[]
  /** False when the tenant has no payments account in its current mode; the cards then say so. */
  canSell: boolean
  /** Some products or prices depend on who the visitor is. The page was rendered for a visitor who is signed out. */
  isPersonal?: true
  /** Id of the only product that is shown. */
  only?: string
  /** The host page has its own heading for the products. */
  isHeadingHidden?: boolean
  /** Whether the checkout may open inside the block, not only in a window. */
  overlay: boolean
}

/** The page in the inner frame, where the provider's script runs. It stores nothing. */
export interface FramePageData extends EmbedPageData {
  passing: true
  inner: true
  /** Address of the provider's browser script. */
  script: string
}

/** The window of a checkout. It is never in a frame and stores nothing. */
export interface CheckoutPageData extends EmbedPageData {
  passing: true
  /** The page the buyer came from, if the tenant lists its site. */
  site: ListedSite | null
}
