/** Word of the panel, apart from the others: most pages never load it. */
export const closeText = 'Close'

/** Words of the loader: one link for visitors, the rest is read by builders in the console. */
export const texts = {
  openElsewhere: 'Open in a new tab',
  notLoaded: 'did not load',
  blocked: (origin: string) => `needs "frame-src ${origin}" in this page's policy`,
  noBlock: 'is no block',
  noTarget: 'finds no data-target',
}
