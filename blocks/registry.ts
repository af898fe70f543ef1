import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import { placesOf } from '#kernel/browser/block-manifest.ts'
import { block as analytics } from './analytics/block.ts'
import { block as auth } from './auth/block.ts'
import { block as form } from './database/block.ts'
import { block as pay } from './pay/block.ts'
import { block as tickets } from './tickets/block.ts'
import { block as library } from './library/block.ts'
import { block as prompt } from './prompt/block.ts'

/** The manifests of all blocks. The compiler checks the other three lists in this folder against this one. */
export const blocks = { auth, pay, form, tickets, library, prompt, analytics } as const

export type BlockName = keyof typeof blocks

/**
 * The blocks in the printed embed code, one tag each (spec §9 fixes these two). Other blocks have their own
 * tags.
 */
export const snippetBlocks: readonly BlockPlace[] = [auth, pay]

/** Every block that a tag can name, except the creators' own blocks. */
export const blockPlaces: readonly BlockPlace[] = placesOf(Object.values(blocks))

/** Finds the block for a name in a tag. @throws when no block has that name */
export function blockPlace(name: string): BlockPlace {
  const place = blockPlaces.find((one) => one.name === name)
  if (!place) throw new Error(`No block is named "${name}"`)
  return place
}
