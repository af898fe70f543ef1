// For the server, which needs every language at once; pages in the browser fetch their own (spoken.ts).
import { texts as de } from './de.ts'
import { type Texts, texts as en } from './en.ts'
import { texts as es } from './es.ts'
import { texts as fr } from './fr.ts'

const all: Record<string, Texts> = { en, de, fr, es }

/** Languages of the page, and its title in each of them. */
export const titlesOf = {
  languages: Object.keys(all),
  title: (lang: string) => (all[lang] ?? en).title,
}
