import { type Language, languageOfTag } from '#kernel/browser/languages.ts'
import { ar } from './texts/ar.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { it } from './texts/it.ts'
import { ja } from './texts/ja.ts'
import type { MailTexts } from './texts/mail-texts.ts'
import { nl } from './texts/nl.ts'
import { pl } from './texts/pl.ts'
import { pt } from './texts/pt.ts'

const languages: Record<Language, MailTexts> = { en, de, fr, es, it, pt, nl, pl, ja, ar }

/** The email copy in a language. */
export const textsIn = (locale: Language): MailTexts => languages[locale]

/**
 * Chooses the language of an email: the user's setting (`user_metadata.locale`, for example `de` or `de-AT`),
 * else the browser's language, else English.
 * @param acceptLanguage the Accept-Language header of the request (RFC 9110 12.5.4)
 */
export function localeOf(
  userMetadata: Record<string, unknown> | null | undefined,
  acceptLanguage?: string,
): Language {
  const set = userMetadata?.locale
  return known(typeof set === 'string' ? set : '') ?? preferredLanguage(acceptLanguage ?? '') ?? 'en'
}

const known = (tag: string) => languageOfTag(tag.slice(0, 40))

function preferredLanguage(header: string): Language | undefined {
  const ranges = header
    .slice(0, 400)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';')
      const weight = parameters.map((one) => /^\s*q=(\d(?:\.\d+)?)\s*$/.exec(one)?.[1]).find(Boolean)
      return { locale: known(tag), weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
  return ranges.toSorted((a, b) => b.weight - a.weight).find(({ locale }) => locale)?.locale
}
