/** Converts a field name to a label: `openingHours` and `opening_hours` give `Opening hours`. */
export function fieldLabel(name: string): string {
  const words = name.replaceAll(
    /([\p{Ll}\p{N}])(\p{Lu})/gu,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  )
  const plain = words.replaceAll(/[_-]+/g, ' ').trim()
  return plain && plain[0]!.toUpperCase() + plain.slice(1)
}
