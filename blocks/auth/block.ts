import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

export const block = {
  name: 'auth',
  title: 'Sign-in',
  plan: 'free',
  embed: {
    attributes: [],
    height: 402,
    // Auth0 shows a button instead of a form.
    heightWithAuth0: 240,
    dialogWidth: 448,
    holdsSession: true,
  },
  also: [
    {
      name: 'profile',
      title: 'Profile',
      embed: { attributes: [], height: 234, dialogWidth: 448 },
    },
    {
      name: 'team',
      title: 'Team',
      embed: { attributes: [], height: 234, dialogWidth: 608 },
    },
  ],
} as const satisfies BlockManifest
