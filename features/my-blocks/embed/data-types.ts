import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { BlockState } from '../kinds/block-state.ts'

export interface BlockPageData extends EmbedPageData {
  /** The block as an anonymous visitor gets it; missing when `error` is set. */
  block?: BlockState
}
