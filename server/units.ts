import { blocks } from '#blocks/registry.ts'
import type { BlockName } from '#blocks/registry.ts'
import { blockUnits } from '#blocks/server.ts'
import { featureUnits } from '#features/server.ts'
import { planRule } from '#kernel/plan-rule.ts'
import type { Unit } from '#kernel/unit.ts'

const namesOfBlocks = Object.keys(blockUnits) as BlockName[]

/** Every feature and block, in mounting order; each block is wrapped in its plan rule. */
export const units: Unit[] = [
  ...Object.values<Unit>(featureUnits),
  ...namesOfBlocks.map((name) => planRule(blocks[name]).applyTo(blockUnits[name])),
]
