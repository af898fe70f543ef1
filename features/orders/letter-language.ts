import { type Language, languageOfTag } from '#kernel/browser/languages.ts'

/**
 * Chooses the language of emails to a buyer: the one in which they used the shop, otherwise the first
 * supported language that their browser accepts. Regions are ignored (`de-AT` is `de`).
 * @param requested the language tag of the shop's page
 * @param accepted the request's Accept-Language, which browsers send in order of preference (RFC 9110 12.5.4)
 * @returns null when none of them is supported
 */
export function letterLanguage(
  requested: string | undefined,
  accepted: string | null | undefined,
): Language | null {
  const tags = [requested ?? '', ...(accepted ?? '').slice(0, 400).split(',')]
  for (const tag of tags) {
    const found = languageOfTag(tag.split(';')[0]!)
    if (found) return found
  }
  return null
}
