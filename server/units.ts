import { blockUnits } from '#blocks/server.ts'
import { featureUnits } from '#features/server.ts'
import type { Unit } from '#kernel/unit.ts'

/** Every feature and block, in mounting order. */
export const units: Unit[] = [...Object.values<Unit>(featureUnits), ...Object.values<Unit>(blockUnits)]
