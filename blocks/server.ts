import type { Unit } from '#kernel/unit.ts'
import * as auth from './auth/routes.ts'
import * as form from './database/routes.ts'
import * as pay from './pay/routes.ts'
import type { BlockName } from './registry.ts'
import { block as ticketsBlock } from './tickets/block.ts'
import * as tickets from './tickets/routes.ts'

/** The server units of the blocks. */
export const blockUnits = { auth, pay, form } satisfies Record<BlockName, Unit>

/** Units without a page yet: the registry does not list them, so no tag and no screen names them. */
export const unlistedUnits = [{ manifest: ticketsBlock, unit: tickets as Unit }]
