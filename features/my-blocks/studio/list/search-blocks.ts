import { summaryOf } from '#features/my-blocks/kinds/view.ts'
import type { BlockRow } from '../block-row.ts'

/** The blocks whose title or description contains the search text, ignoring case. */
export function searchBlocks<B extends Pick<BlockRow, 'title' | 'data'>>(
  blocks: readonly B[],
  words: string,
): readonly B[] {
  const wanted = words.trim().toLocaleLowerCase()
  if (!wanted) return blocks
  return blocks.filter(
    ({ title, data }) =>
      title.toLocaleLowerCase().includes(wanted) || summaryOf(data).toLocaleLowerCase().includes(wanted),
  )
}
