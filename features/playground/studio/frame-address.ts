import type { ThemeId } from '#ui/theme/themes.ts'
import { type PlaygroundAddress, isPublicKey } from './address.ts'
import { playgroundBlock } from './blocks.ts'

/** Whether creators make blocks of this kind themselves, so that a tag needs an id. */
export const isOwnMade = (block: string): boolean => playgroundBlock(block).page === 'my-block'

interface Look {
  theme: ThemeId
  mode: 'light' | 'dark'
}

/**
 * The address of the preview frame: in mock mode the block's own page with sample data, in live mode a page
 * with the tag, in the tenant's theme. Undefined when live mode lacks the tenant or the id of what
 * the block shows.
 */
export function frameAddress(address: PlaygroundAddress, look: Look): string | undefined {
  const { block, mode, pk, id, theme } = address
  const { page, sample, isOneOfSeveral } = playgroundBlock(block)
  if (mode === 'mock') return `/embed/${page}?${new URLSearchParams({ sample, ...look })}`
  if (!isPublicKey(pk) || isOneOfSeveral || (isOwnMade(block) && !id)) return undefined
  const which: Record<string, string> = isOwnMade(block) ? { id } : { block: page }
  if (theme) which['theme'] = theme
  return `/embed/playground?${new URLSearchParams({ tenant: pk, ...which, mode: look.mode })}`
}
