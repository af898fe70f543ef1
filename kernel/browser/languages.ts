/** Languages that every page on other people's sites is written in; English is what the others are made of. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'ar'] as const

export type Language = (typeof LANGUAGES)[number]

/** The one of ours that a tag (BCP 47: `de`, `de-AT`, `pt_BR`) asks for; undefined for any other. */
export const languageOfTag = (tag: string): Language | undefined => {
  const wish = tag.trim().toLowerCase().split(/[-_]/)[0]
  return LANGUAGES.find((language) => language === wish)
}

/** The direction in which a page of that tag is read. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (languageOfTag(tag) === 'ar' ? 'rtl' : 'ltr')
