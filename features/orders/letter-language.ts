import { type Language, languageOfTag } from '#kernel/browser/languages.ts'

/**
 * The language to write to a buyer in: the one they read the shop in, else the first that their browser asks for.
 * Regions do not matter (`de-AT` is `de`).
 * @param accepted the request's Accept-Language, which browsers send best first (RFC 9110 12.5.4)
 * @returns null when nothing is known of it
 */
export function letterLanguage(
  asked: string | undefined,
  accepted: string | null | undefined,
): Language | null {
  const wishes = [asked ?? '', ...(accepted ?? '').slice(0, 400).split(',')]
  for (const wish of wishes) {
    const found = languageOfTag(wish.split(';')[0]!)
    if (found) return found
  }
  return null
}
