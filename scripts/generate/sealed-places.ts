import type { SealedColumn } from '#kernel/db/sealed-columns.ts'

/**
 * Prints the type of all places where a secret may be sealed: the columns whose comment marks them. Sealing a
 * secret elsewhere does not compile, so `npm run reseal` cannot miss one.
 * @returns TypeScript, not yet formatted
 */
export function printSealedPlaces(columns: SealedColumn[]): string {
  const places = new Set(columns.map(({ place }) => place.replaceAll(/\{.*?\}/g, '${string}')))
  return `/**
 * This file was written by \`npm run generate\` from the comments of the sealed columns. Do not edit.
 */

/** A place that a secret may be sealed at. \`npm run reseal\` reseals the values of all of them. */
export type SealedPlace = ${[...places]
    .toSorted()
    .map((place) => `| \`${place}\``)
    .join(' ')}
`
}
