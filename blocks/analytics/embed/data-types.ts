import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { PublicFigures } from '../endpoints.ts'

export interface AnalyticsPageData extends EmbedPageData {
  /** What the tenant publishes; empty if nothing, and for a tag that only counts. */
  shown: PublicFigures
}
