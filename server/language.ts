import { languageOfTag } from '#kernel/browser/languages.ts'

/**
 * The language tag of a page: what the script tag requests (`locale`, from `data-locale` or the host page's `lang`),
 * else the visitor's best language (Accept-Language, RFC 9110 12.5.4), among the supported ones. The region is kept
 * because it changes amounts and days, though not strings. English has no region.
 */
export function languageOf(url: URL, accepted: string | undefined): string {
  const wishes = [url.searchParams.get('locale') ?? '', ...byWeight(accepted ?? '')]
  for (const wish of wishes) {
    const tag = tagOf(wish)
    if (tag) return tag
  }
  return 'en'
}

function tagOf(wish: string): string | undefined {
  const language = languageOfTag(wish.slice(0, 40))
  const region = /^[a-z]+(?:[-_][a-z]{4})?[-_]([a-z]{2}|\d{3})(?![a-z\d])/i.exec(wish.trim())?.[1]
  return language && language !== 'en' && region ? `${language}-${region.toUpperCase()}` : language
}

/** The named languages, most preferred first. */
function byWeight(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [lang = '', ...parameters] = part.trim().split(';')
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { lang: lang.trim(), weight: weight ? Number(weight.trim().slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ lang }) => lang)
}
