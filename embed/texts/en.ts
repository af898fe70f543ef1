import type { Translated } from '#kernel/browser/spoken.ts'

/**
 * Strings that all pages in frames share, rendered on the server. A block's own strings are in its own
 * `texts/`.
 */
export const texts = {
  /**
   * Below and around every block. Sent in the document, because they are needed before a language has loaded.
   */
  frame: {
    poweredBy: 'Powered by Bolt Blocks',
    testMode: 'Test mode',
    offline: 'No connection. This continues automatically when you are back online.',
  },
  refused: {
    title: 'This site is not listed yet',
    text: (origin: string) => `This workspace's blocks can't be shown on ${origin}.`,
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
