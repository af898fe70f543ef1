const EMAIL = /[^\s<>,;"]+@[^\s<>,;"]+\.[^\s<>,;"]+/

export interface TypedGuests {
  guests: { name?: string; email: string }[]
  /** Lines without an address. */
  faults: string[]
}

/** Reads one guest from each line: `ada@example.com`, `Ada Oak <ada@example.com>` or `Ada Oak, ada@example.com`. */
export function readGuests(text: string): TypedGuests {
  const guests: TypedGuests['guests'] = []
  const faults: string[] = []
  for (const line of text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const email = EMAIL.exec(line)?.[0]
    if (!email) faults.push(line)
    else {
      const name = line
        .replace(email, '')
        .replace(/[<>",;\t]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
      guests.push({ ...(name && { name }), email })
    }
  }
  return { guests, faults }
}
