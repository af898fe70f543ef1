/**
 * The language of a page: what the tag asks for (`locale`, from `data-locale`), else the best of the visitor's own
 * (Accept-Language, RFC 9110 12.5.4), among those the page is written in; regions do not matter (`de-AT` is `de`).
 */
export function languageOf(
  url: URL,
  accepted: string | undefined,
  written: readonly string[] = ['en'],
): string {
  const wishes = [url.searchParams.get('locale') ?? '', ...byWeight(accepted ?? '')]
  for (const wish of wishes) {
    const found = written.find((lang) => lang === wish.toLowerCase().split(/[-_]/)[0])
    if (found) return found
  }
  return written[0]!
}

/** Named languages, the most wanted first. */
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
