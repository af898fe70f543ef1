/** Error messages for the host page's script. Only builders read them, in English. */
export const reasons = {
  notListed:
    'This site is not on its tenant’s list of sites. A page can read who is signed in only if its site is listed, localhost too. In the Studio: Embed, Site address.',
  failed: 'An error occurred',
}
