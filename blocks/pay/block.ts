import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

export const block = {
  name: 'pay',
  title: 'Products',
  plan: 'pro',
  embed: {
    // `item` is the id of the only product that is shown; its checkout opens at once where that needs no click.
    attributes: ['heading', 'item'],
    // One row of cards with two lines of description each. On a phone such a card is 12 pixels taller. A
    // slightly too large reservation moves nothing on the page.
    height: 334,
    heightWithoutHeading: 270,
    stacks: true,
    // Without the plan the products are still shown, as `Unavailable`.
    openWithoutPlan: true,
  },
} as const satisfies BlockManifest
