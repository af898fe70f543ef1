import type { Language } from '#kernel/browser/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import type { TicketWords } from './words.ts'

/** The emails about tickets, by language. */
export const ticketWords: Record<Language, TicketWords> = { en, de, fr, es, it, pt, nl, pl, ja, ar }
