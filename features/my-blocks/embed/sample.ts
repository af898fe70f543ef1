import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { BlockState } from '../kinds/block-state.ts'

const paywall: BlockState = {
  state: 'plan',
  id: 'paywall',
  title: 'The starter course',
  plan: { name: 'Pro', price_cents: 1900, interval: 'month' },
}

/** A block that is locked by a plan. */
export const sample = (): EmbedSample => ({ data: { block: paywall } })
