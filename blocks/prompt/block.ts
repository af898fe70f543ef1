import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

/** An assistant that answers from a tenant's own sources, and only from what this visitor may see. */
export const block = {
  name: 'prompt',
  title: 'Assistant',
  plan: 'pro',
  embed: {
    // `assistant` names one of several by its id. Without it, the block shows the tenant's first.
    attributes: ['assistant'],
    // The greeting, three suggestions and the field.
    height: 380,
    dialogWidth: 460,
  },
} as const satisfies BlockManifest
