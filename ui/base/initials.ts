/** Returns the initials of a name: `Hearth & Rye` gives HR, `mara@x.org` gives M. */
export function initials(name: string): string {
  const words = name.split('@')[0]!.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return letters.map((word) => String.fromCodePoint(word.codePointAt(0)!).toUpperCase()).join('')
}
