// The one home of words in several languages. A unit has them in its `embed/texts/`, one file a language, and puts them
// together in `texts/spoken.ts`; CONTRIBUTING.md says how a word is added.
import type { EmbedLanguage } from './embed-page.ts'
import { type Language, languageOfTag } from './languages.ts'
import { speakLocally } from './local.ts'

/** What another language has for English words. Pages show what it lacks in English, and `npm run check` lists it. */
export type Translated<T> = {
  [K in keyof T]?: T[K] extends (...values: never[]) => string
    ? T[K]
    : T[K] extends string
      ? string
      : Translated<T[K]>
}

type Load<T> = () => Promise<{ texts: Translated<T> }>

export interface Spoken<T> {
  /** The words in the language of the page: read them where they are shown, never keep them. */
  texts: T
  language: EmbedLanguage
  /** For the server: titles of documents by their tag, once every language is there. */
  titles: () => Promise<(words: (texts: T) => string) => (tag: string) => string>
}

/** Languages that a unit has a file for. */
type Others<T> = Partial<Record<Exclude<Language, 'en'>, Load<T>>>

/**
 * Words that stand in English in the page, and are fetched in the one other language that is asked for. The object
 * stays the same while its words change, so that the server can render each page in the language of its visitor.
 * @param others may lack languages: a page without texts in one is an English page
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
      speakLocally(tag)
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

/** The words of a language, and in English those that it lacks. */
function complete<T extends object>(english: T, words: Translated<T>): T {
  const filled = Object.entries(english).map(([key, own]: [string, unknown]) => {
    const word: unknown = words[key as keyof T]
    return [key, own && typeof own === 'object' ? complete(own, word ?? {}) : (word ?? own)]
  })
  return Object.fromEntries(filled) as T
}
