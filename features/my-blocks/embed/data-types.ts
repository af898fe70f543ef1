import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { OpenBlock } from '../endpoints.ts'
import type { PlanPrice } from '../kinds/paywall-texts.ts'

/** A block as a visitor may see it: its content, or the reason why it is locked. */
export type BlockState =
  | ({ state: 'open' } & OpenBlock)
  | { state: 'sign_in'; id: string; title: string }
  | { state: 'plan'; id: string; title: string; plan: PlanPrice }
  | { state: 'missing' }

export interface BlockPageData extends EmbedPageData {
  /** The block as an anonymous visitor gets it; missing when `error` is set. */
  block?: BlockState
}
