import type { BlockKind } from '#studio/screen.ts'
import { kind as analytics } from './analytics/studio/kind.ts'
import { kind as auth } from './auth/studio/kind.ts'
import { kind as form } from './database/studio/kind.ts'
import { kind as library } from './library/studio/kind.ts'
import { kind as prompt } from './prompt/studio/kind.ts'
import { kind as pay } from './pay/studio/kind.ts'
import { kind as tickets } from './tickets/studio/kind.ts'
import type { BlockName } from './registry.ts'

/**
 * What the overview of the blocks shows of each. Only that screen loads this list; a block that is missing here is always
 * listed as one in use.
 */
export const blockKinds: Partial<Record<BlockName, BlockKind>> = {
  analytics,
  auth,
  form,
  library,
  pay,
  prompt,
  tickets,
}
