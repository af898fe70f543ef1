import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

/** A creator's own block on a page: `data-block="my-block" data-id="…"`. The id selects the block. */
export const block = {
  name: 'my-block',
  title: 'Content',
  plan: 'free',
  embed: {
    attributes: ['id'],
    shows: 'id',
    // A few lines. The printed tag sets the height of the specific block (`data-height`).
    height: 160,
    namedById: true,
  },
} as const satisfies BlockManifest
