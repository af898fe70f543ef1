import { invalid } from '../api/errors.ts'

type Given = Record<string, string | number | null> | '' | null | undefined

/**
 * Merges metadata as Stripe does: adds new keys, removes keys with an empty value, and removes all if it is
 * empty. At most 50 keys of 40 characters, values of 500: https://docs.stripe.com/api/metadata
 */
export function cleanMetadata(
  given: Given,
  before: Record<string, string> | null = {},
): Record<string, string> {
  if (given === undefined) return before ?? {}
  if (given === '' || given === null) return {}
  const merged = { ...before }
  for (const [key, value] of Object.entries(given)) {
    if (key.length > 40 || /[[\]]/.test(key))
      throw invalid(`Metadata keys can be up to 40 characters long. ${key} is ${key.length}.`, 'metadata')
    if (value === null || value === '') delete merged[key]
    else merged[key] = String(value)
    if ((merged[key]?.length ?? 0) > 500)
      throw invalid(
        `Metadata values can have up to 500 characters. ${key} has ${merged[key]!.length}.`,
        'metadata',
      )
  }
  if (Object.keys(merged).length > 50) throw invalid('Metadata can have up to 50 keys.', 'metadata')
  return merged
}
