import { inLanguages } from '#kernel/browser/spoken.ts'
import { texts as english } from './en.ts'

export const { texts, language, titles } = inLanguages(english, {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  it: () => import('./it.ts'),
  pt: () => import('./pt.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
})
