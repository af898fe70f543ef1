import type { ThemeId } from '#ui/themes.ts'
import { type PlaygroundAddress, isPublicKey } from './address.ts'
import { playgroundBlock } from './blocks.ts'

/** Whether the block is one that creators make themselves, and is named by its id. */
export const isOwnMade = (block: string): boolean => playgroundBlock(block).page === 'my-block'

interface Look {
  theme: ThemeId
  mode: 'light' | 'dark'
}

/**
 * Where the preview's frame leads: in mock mode to the block's own page filled with samples, in live mode to a page
 * with the tag on it, in the tenant's own theme. Undefined where live mode lacks whose block it is, or which.
 */
export function frameAddress(address: PlaygroundAddress, look: Look): string | undefined {
  const { block, mode, pk, id } = address
  const { page, sample } = playgroundBlock(block)
  if (mode === 'mock') return `/embed/${page}?${new URLSearchParams({ sample, ...look })}`
  if (!isPublicKey(pk) || (isOwnMade(block) && !id)) return undefined
  const which: Record<string, string> = isOwnMade(block) ? { id } : { block: page }
  return `/embed/playground?${new URLSearchParams({ tenant: pk, ...which, mode: look.mode })}`
}
