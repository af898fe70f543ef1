import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { BlockState } from './data-types.ts'

const profile: BlockState = {
  state: 'open',
  id: 'profile',
  title: 'Who bakes here',
  view: {
    kind: 'profile',
    layout: 'card',
    avatar: true,
    name: 'Mara Lindqvist',
    email: 'mara@hearthandrye.example',
    bio: 'Bakes rye since 2009. Writes back on Mondays, when the oven rests.',
    facts: [
      { label: 'Bakery', value: 'Hearth & Rye, Harbour Street 4' },
      { label: 'Open', value: 'Tuesday to Saturday, seven to two' },
    ],
  },
}

const paywall: BlockState = {
  state: 'plan',
  id: 'paywall',
  title: 'The starter course',
  plan: { name: 'Pro', price_cents: 1900, interval: 'month' },
}

/** A profile that is open to everybody, or a block that a plan has shut. */
export const sample = (kind: string): EmbedSample => ({
  data: { block: kind === 'paywall' ? paywall : profile },
})
