// Central handling of translated strings. A unit has one file per language in `embed/texts/` and combines them in
// `texts/spoken.ts`; CONTRIBUTING.md explains how to add a string.
import type { EmbedLanguage } from './embed-page.ts'
import { type Language, languageOfTag } from './languages.ts'
import { setFormatLanguage } from './local.ts'

/** A translation of the English strings. Missing strings are shown in English, and `npm run check` lists them. */
export type Translated<T> = {
  [K in keyof T]?: T[K] extends (...values: never[]) => string
    ? T[K]
    : T[K] extends string
      ? string
      : Translated<T[K]>
}

type Load<T> = () => Promise<{ texts: Translated<T> }>

export interface Spoken<T> {
  /** The strings in the page's language. Read them at render time and never cache them. */
  texts: T
  language: EmbedLanguage
  /** For the server: document titles by language tag, available once every language has loaded. */
  titles: () => Promise<(words: (texts: T) => string) => (tag: string) => string>
}

/** Languages for which a unit has a file. */
type Others<T> = Partial<Record<Exclude<Language, 'en'>, Load<T>>>

/**
 * Bundles the English strings with the page and fetches one other language on request. The returned object stays the
 * same while its strings change, so that the server can render each page in its visitor's language.
 * @param others may lack languages: a page without a translation is shown in English
 */
export function inLanguages<T extends object>(english: T, others: Others<T>): Spoken<T> {
  const known: Partial<Record<Language, T>> = { en: english }
  const texts = { ...english }
  const wordsOf = (tag: string) => known[languageOfTag(tag) ?? 'en'] ?? english
  const fileOf = (wish: Language) => (wish === 'en' ? undefined : others[wish])
  const language: EmbedLanguage = {
    speaks(tag) {
      const wish = languageOfTag(tag) ?? 'en'
      return wish === 'en' || fileOf(wish) !== undefined
    },
    async load(tag) {
      const wish = languageOfTag(tag) ?? 'en'
      const load = fileOf(wish)
      if (load) known[wish] ??= complete(english, (await load()).texts)
    },
    speak(tag) {
      setFormatLanguage(tag)
      Object.assign(texts, wordsOf(tag))
    },
  }
  return {
    texts,
    language,
    async titles() {
      await Promise.all(Object.keys(others).map((tag) => language.load(tag)))
      return (words) => (tag) => words(wordsOf(tag))
    },
  }
}

/** The strings of a language, with English for the missing ones. */
function complete<T extends object>(english: T, words: Translated<T>): T {
  const filled = Object.entries(english).map(([key, own]: [string, unknown]) => {
    const word: unknown = words[key as keyof T]
    return [key, own && typeof own === 'object' ? complete(own, word ?? {}) : (word ?? own)]
  })
  return Object.fromEntries(filled) as T
}
