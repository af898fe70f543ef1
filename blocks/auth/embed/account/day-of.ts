/** A day in the language of the page. */
export const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' })
