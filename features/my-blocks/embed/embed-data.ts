import type { Kernel } from '#kernel/kernel.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { faceStyle } from '../kinds/face-style.ts'
import { lookAtBlock } from '../open-block.ts'
import type { BlockPageData } from './data-types.ts'

/** The block behind `id`, as far as an anonymous visitor of this tenant may have it. */
export async function loadBlockData(
  kernel: Kernel,
  { claims, url }: EmbedRequest,
): Promise<Pick<BlockPageData, 'block'>> {
  return { block: await lookAtBlock(kernel, claims, url.searchParams.get('id') ?? '') }
}

/** Size and colour that a text brings along. */
export const blockStyle = ({ block }: BlockPageData): string =>
  block?.state === 'open' ? faceStyle(block.view) : ''
