import type { EmbedLanguage } from '#kernel/browser/embed-page.ts'
import { language as ofSignIn } from '../texts/spoken.ts'
import { language as ofTeam } from './texts/spoken.ts'

/** Pages that show the sign-in form beside their own strings. */
export const language: EmbedLanguage = {
  speaks: (tag) => ofTeam.speaks(tag) && ofSignIn.speaks(tag),
  load: async (tag) => {
    await Promise.all([ofTeam.load(tag), ofSignIn.load(tag)])
  },
  speak: (tag) => {
    ofTeam.speak(tag)
    ofSignIn.speak(tag)
  },
}
