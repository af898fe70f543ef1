import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

export const block = {
  name: 'pay',
  title: 'Products',
  plan: 'pro',
  embed: {
    attributes: [],
    // One row of cards with two lines of description each. On a phone one such card is 12 pixels lower, and reserving a
    // little too much moves nothing.
    height: 334,
    // Without the plan the products stay on show, as `Unavailable`.
    openWithoutPlan: true,
  },
} as const satisfies BlockManifest
