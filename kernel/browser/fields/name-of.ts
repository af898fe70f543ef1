/** Scripts other than Latin have no letters that a name may have; a title of only those gives the fallback. */
const MARKS = /\p{M}/gu

/** A column or table name made of a title: `Gäste-Buch 2` becomes `gaste_buch_2`. @param taken names that it must differ from */
export function nameOfTitle(title: string, taken: ReadonlySet<string>, fallback = 'field'): string {
  const plain = title.normalize('NFKD').replace(MARKS, '').replaceAll('ß', 'ss').toLowerCase()
  const words = plain.replace(/[^a-z0-9]+/g, '_').replace(/^[0-9_]+|_+$/g, '')
  const base = (words || fallback).slice(0, 50).replace(/_+$/, '')
  let name = base
  for (let number = 2; taken.has(name); number++) name = `${base}_${number}`
  return name
}
