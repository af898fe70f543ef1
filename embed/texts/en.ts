/** Words that all pages in frames share. A block's own words are in its own `texts/`. */
export const texts = {
  offline: 'No connection. This goes on by itself as soon as there is one.',
  refused: {
    title: 'This site is not on the list yet',
    text: (origin: string) => `Blocks of this workspace may not be shown on ${origin}.`,
    remedy: (origin: string) =>
      `If this is your site, open the Studio, choose Tenant Settings, then General, and add ${origin} to your sites.`,
    nameless: 'this address',
  },
  /** Reasons that the host page's script gets. */
  answer: {
    notListed: 'this site must stand on the list of sites of the workspace itself',
    failed: 'An error occurred',
  },
}
