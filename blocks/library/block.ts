import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

/** Articles, media, files and courses that the tenant's audiences open. */
export const block = {
  name: 'library',
  title: 'Library',
  plan: 'pro',
  embed: {
    // `item` names an item or a course by its slug or id. Without it, the block is a list, of one `tag` if it is given.
    attributes: ['item', 'tag'],
    // The heading, the search and three items.
    height: 420,
  },
} as const satisfies BlockManifest
