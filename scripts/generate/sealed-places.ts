import type { SealedColumn } from '#kernel/db/sealed-columns.ts'

/**
 * Writes the type of all places that a secret may be sealed at: those that the comment of a column names. A secret
 * sealed anywhere else does not compile, so that `npm run reseal` cannot miss it.
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
