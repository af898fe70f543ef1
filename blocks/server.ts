import type { Unit } from '#kernel/unit.ts'
import * as auth from './auth/routes.ts'
import * as form from './database/routes.ts'
import * as pay from './pay/routes.ts'
import type { BlockName } from './registry.ts'

/** The server units of the blocks. */
export const blockUnits = { auth, pay, form } satisfies Record<BlockName, Unit>
