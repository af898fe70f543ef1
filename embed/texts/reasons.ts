/** Error messages for the host page's script. Only builders read them, in English. */
export const reasons = {
  notListed:
    'this site is not on its tenant’s list of sites (localhost must be listed, too): add it in the Studio, Embed Code',
  failed: 'An error occurred',
}
