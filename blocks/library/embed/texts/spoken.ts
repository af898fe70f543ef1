import { inLanguages } from '#kernel/browser/spoken.ts'
import { texts as english } from './en.ts'

export const { texts, language, titles } = inLanguages(english, {})
