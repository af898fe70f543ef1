const entities: Record<string, string> = {
  '&amp;': '&',
  '&#38;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:amp|#38|quot|#39|lt|gt);/g, (entity) => entities[entity]!)
}

/** Every http and https URL of an email, once: first those of the HTML, then those of the text. */
export function linksOf(text: string, html: string): string[] {
  const found = [...html.matchAll(/<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((one) =>
    decoded((one[1] ?? one[2])!),
  )
  for (const { address } of addressesIn(text)) found.push(address)
  return [...new Set(found.map((one) => one.trim()).filter((one) => /^https?:\/\//i.test(one)))]
}

/** URLs in plain text with their positions, without a full stop or bracket at the end. */
export function addressesIn(text: string): Array<{ at: number; address: string }> {
  return [...text.matchAll(/https?:\/\/[^\s<>"]+/gi)].map((one) => ({
    at: one.index,
    address: one[0].replace(/[.,;:!?)\]}>]+$/, ''),
  }))
}
