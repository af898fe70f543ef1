import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

export const block = {
  name: 'pay',
  title: 'Products',
  plan: 'pro',
  embed: {
    attributes: [],
    // One row of cards with two lines of description each; on a phone, one such card.
    reserve: [
      [0, 322],
      [480, 334],
    ],
  },
} as const satisfies BlockManifest
