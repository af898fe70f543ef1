import type { EmbedLanguage } from '#kernel/browser/embed-page.ts'
import { language as ofPage } from './texts/spoken.ts'

/** The language of the lazy part, once it has loaded. */
const later: { language?: EmbedLanguage } = {}

/** The page's language, and that of the part that loads when a visitor reserves tickets. */
export const language: EmbedLanguage = {
  speaks: ofPage.speaks,
  load: async (tag) => {
    await Promise.all([ofPage.load(tag), later.language?.load(tag)])
  },
  speak(tag) {
    ofPage.speak(tag)
    later.language?.speak(tag)
  },
}

/** Speaks the page's language in a part that has loaded just now. */
export async function joinLanguage(part: EmbedLanguage): Promise<void> {
  const { lang } = document.documentElement
  await part.load(lang)
  part.speak(lang)
  later.language = part
}
