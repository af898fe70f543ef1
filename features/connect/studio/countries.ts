/** Countries where the provider creates accounts that take charges: https://stripe.com/global */
const CODES =
  'AE AT AU BE BG BR CA CH CY CZ DE DK EE ES FI FR GB GI GR HK HR HU IE IT JP LI LT LU LV MT MX MY NL NO NZ PL PT RO SE SG SI SK TH US'.split(
    ' ',
  )

/** The countries with their names, sorted by name. */
export function countryOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return CODES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((a, b) =>
    a.label.localeCompare(b.label, 'en'),
  )
}

/** The country of a browser language, if accounts can be created there; empty otherwise. */
export function guessCountry(languages: readonly string[]): string {
  for (const language of languages) {
    const region = regionOf(language)
    if (region && CODES.includes(region)) return region
  }
  return ''
}

function regionOf(language: string): string | undefined {
  try {
    // Some systems name their locale, not a language: `en-US@posix`.
    return new Intl.Locale(language.replace(/[@.].*/, '').replace('_', '-')).region
  } catch {
    return undefined
  }
}
