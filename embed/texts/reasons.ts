/** Reasons that the script of a host page gets: read by builders, in English alone. */
export const reasons = {
  notListed:
    'this site is not on the list of sites of its tenant (localhost must be there, too): add it in the Studio, Embed Code',
  failed: 'An error occurred',
}
