import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

/** Counts visits of the page it is on, and shows the figures that the tenant makes public. */
export const block = {
  name: 'analytics',
  title: 'Analytics',
  plan: 'business',
  embed: {
    // `figure`: one of the public figures; without it, all of them. `path`: the views of one page.
    attributes: ['figure', 'path'],
    // One line with a number.
    height: 64,
  },
} as const satisfies BlockManifest
