import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

export const block = {
  name: 'auth',
  title: 'Sign in',
  plan: 'free',
  embed: {
    attributes: [],
    reserve: [[0, 402]],
  },
} as const satisfies BlockManifest
