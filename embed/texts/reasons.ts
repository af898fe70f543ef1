/** Error messages for the host page's script. Only builders read them, in English. */
export const reasons = {
  notListed:
    'This site is not on its tenant’s list of sites. To let a page ask who is signed in, list it, localhost too. In the Studio: Embed, Site address.',
  failed: 'An error occurred',
}
