import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import { placesOf } from '#kernel/browser/block-manifest.ts'
import { block as auth } from './auth/block.ts'
import { block as pay } from './pay/block.ts'

/** The manifests of all blocks. The other three lists of this folder are checked against it by the compiler. */
export const blocks = { auth, pay } as const

export type BlockName = keyof typeof blocks

/** The blocks of the printed embed code, one tag each (spec §9). It stays these two; other blocks have their own tags. */
export const snippetBlocks: readonly BlockPlace[] = [auth, pay]

/** Everything that a tag can name, the creators' own blocks aside. */
export const blockPlaces: readonly BlockPlace[] = placesOf(Object.values(blocks))

/** A place by the name in its tag. @throws when no block has it */
export function blockPlace(name: string): BlockPlace {
  const place = blockPlaces.find((one) => one.name === name)
  if (!place) throw new Error(`No block is named "${name}"`)
  return place
}
