import type { Unit } from '#kernel/unit.ts'
import type { BlockName } from './registry.ts'

/** What each block gives to the server. */
export const blockUnits = { auth: {}, pay: {} } satisfies Record<BlockName, Unit>
