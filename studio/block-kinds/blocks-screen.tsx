import { MyBlocks } from '#features/my-blocks/studio/list/my-blocks.tsx'
import { BlockKinds } from './block-kinds.tsx'

/** `/bolt/blocks` and `/bolt/dashboard`: the blocks of all kinds, and the creator's own ones. */
export default function BlocksScreen() {
  return <MyBlocks kinds={<BlockKinds />} />
}
