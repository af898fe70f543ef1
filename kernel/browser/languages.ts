/** Languages of every page embedded in customers' sites. English is the source of all translations. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'ar'] as const

export type Language = (typeof LANGUAGES)[number]

/** The supported language that a BCP 47 tag (`de`, `de-AT`, `pt_BR`) selects; undefined if unsupported. */
export const languageOfTag = (tag: string): Language | undefined => {
  const wish = tag.trim().toLowerCase().split(/[-_]/)[0]
  return LANGUAGES.find((language) => language === wish)
}

/** Text direction of a page with this language tag. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (languageOfTag(tag) === 'ar' ? 'rtl' : 'ltr')
