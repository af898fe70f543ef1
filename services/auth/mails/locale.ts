import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import type { MailTexts } from './texts/mail-texts.ts'

const languages = { en, de, fr, es } satisfies Record<string, MailTexts>

/** A language that letters are written in. */
export type Locale = keyof typeof languages

export const textsIn = (locale: Locale): MailTexts => languages[locale]

/**
 * The language of a letter: what the person set (`user_metadata.locale`, for example `de` or `de-AT`), else what their
 * browser asks for, else English.
 * @param acceptLanguage the request's header of that name (RFC 9110 12.5.4)
 */
export function localeOf(
  userMetadata: Record<string, unknown> | null | undefined,
  acceptLanguage?: string,
): Locale {
  const set = userMetadata?.locale
  return known(typeof set === 'string' ? set : '') ?? wished(acceptLanguage ?? '') ?? 'en'
}

function known(tag: string): Locale | undefined {
  const language = tag.trim().slice(0, 40).toLowerCase().split(/[-_]/)[0] ?? ''
  return Object.hasOwn(languages, language) ? (language as Locale) : undefined
}

function wished(header: string): Locale | undefined {
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
