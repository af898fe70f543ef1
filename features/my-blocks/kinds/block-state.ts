import type { PlanPrice } from './paywall-texts.ts'
import type { BlockView } from './view.ts'

/** A block that the caller may see. */
export interface OpenBlock {
  id: string
  title: string
  /** The content to render, built on the server from the block's data. */
  view: BlockView
  /** Whether it can close for this visitor: it is for members, or for an audience. */
  closes: boolean
}

/** A product that opens a block. Minor units of the currency. */
export interface Offer {
  id: string
  name: string
  price_cents: number
  currency: string
  interval: 'week' | 'month' | 'year' | null
}

/** What opens a closed block. */
export interface WaysIn {
  offers: Offer[]
  /** When it opens to this visitor, if only the time is missing; ISO 8601. */
  opens_at: string | null
}

/** A block as a visitor may see it: its content, or the reason why it is closed. */
export type BlockState =
  | ({ state: 'open' } & OpenBlock)
  | ({ state: 'sign_in' | 'audience'; id: string; title: string } & WaysIn)
  | { state: 'plan'; id: string; title: string; plan: PlanPrice }
  | { state: 'missing' }
