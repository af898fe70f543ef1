import type { EmbedLanguage } from '#kernel/browser/embed-page.ts'
import { type Texts, texts as english } from './en.ts'

/** The words in the language of the page; read where they are shown, never kept. */
export let texts: Texts = english

/** English stands in every page; the others are fetched when they are asked for. */
const others: Record<string, () => Promise<{ texts: Texts }>> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
}
const known: Record<string, Texts> = { en: english }

export const language: EmbedLanguage = {
  async load(lang) {
    if (Object.hasOwn(others, lang)) known[lang] ??= (await others[lang]!()).texts
  },
  speak(lang) {
    texts = known[lang] ?? english
  },
}
