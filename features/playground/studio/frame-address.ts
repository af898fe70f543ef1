import type { ThemeId } from '#ui/themes.ts'
import { type PlaygroundAddress, isPublicKey } from './address.ts'

/** The embed page behind each block of the playground, and which face of it. */
const PAGES: Record<PlaygroundAddress['block'], [page: string, kind: string]> = {
  auth: ['auth', ''],
  checkout: ['pay', ''],
  paywall: ['my-block', 'paywall'],
  profile: ['profile', ''],
}

/** Whether the block is one that creators make themselves, and is named by its id. */
export const isOwnMade = (block: PlaygroundAddress['block']): boolean => PAGES[block][0] === 'my-block'

/** Name of the block in a tag. */
export const blockName = (block: PlaygroundAddress['block']): string => PAGES[block][0]

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
  const [page, kind] = PAGES[block]
  if (mode === 'mock') return `/embed/${page}?${new URLSearchParams({ sample: kind, ...look })}`
  if (!isPublicKey(pk) || (isOwnMade(block) && !id)) return undefined
  const which: Record<string, string> = isOwnMade(block) ? { id } : { block: page }
  return `/embed/playground?${new URLSearchParams({ tenant: pk, ...which, mode: look.mode })}`
}
