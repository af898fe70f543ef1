import type { Kernel } from '#kernel/kernel.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { faceStyle } from '../kinds/face-style.ts'
import { findBlock } from '../open-block.ts'
import type { BlockPageData } from './data-types.ts'

/** The block with this `id`, as an anonymous visitor of this tenant may see it. */
export async function loadBlockData(
  kernel: Kernel,
  { claims, url }: EmbedRequest,
): Promise<Pick<BlockPageData, 'block'>> {
  return { block: await findBlock(kernel, claims, url.searchParams.get('id') ?? '') }
}

/** Size and color that a text block defines. */
export const blockStyle = ({ block }: BlockPageData): string =>
  block?.state === 'open' ? faceStyle(block.view) : ''
