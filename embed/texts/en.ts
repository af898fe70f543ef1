import type { Translated } from '#kernel/browser/spoken.ts'

/** Words that all pages in frames share, on the server; a block's own are in its own `texts/`. */
export const texts = {
  /** Below and around every block; they travel in the document, which needs them before any language is there. */
  frame: {
    poweredBy: 'Powered by Bolt Blocks',
    testMode: 'Test mode',
    offline: 'No connection. This goes on by itself as soon as there is one.',
  },
  refused: {
    title: 'This site is not on the list yet',
    text: (origin: string) => `Blocks of this workspace may not be shown on ${origin}.`,
    remedy: (origin: string) =>
      `If this is your site, open the Studio, choose Tenant Settings, then General, and add ${origin} to your sites.`,
    nameless: 'this address',
  },
  unavailable: 'This is not available right now.',
  unknown: {
    title: 'This block does not exist',
    text: (name: string) =>
      `No block is named ${name}. If this is your site, check data-block in the tag on this page.`,
  },
}

export type Texts = Translated<typeof texts>
