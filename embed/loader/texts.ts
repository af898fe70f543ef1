/** Words of the loader: one link for visitors, the rest is read by builders in the console. */
export const texts = {
  openElsewhere: 'Open in a new tab',
  notLoaded: 'did not load',
  blocked: (origin: string) => `needs ${origin} in frame-src of this page's Content-Security-Policy`,
  noBlock: 'is no block',
  noTarget: 'nothing matches data-target',
}
